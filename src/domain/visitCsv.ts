import { type CsvColumn, csvFile, fileNamePart } from './csv';
import { deliveryDate } from './deliveryRules';
import { itemLabel } from './names';
import { type Address, formatAddress } from './locationRules';
import { plainMoney } from './money';
import type { ShownPrice } from './pricing';
import { sentIdText } from './sentIdText';

interface CsvVisit {
  _id: string;
  repName: string;
  location: { name: string; address: Address };
  outcome: string | null;
  note: string;
}

interface CsvDelivery {
  _id: string;
  deliveredAt: string | null;
  createdAt: string;
  box: { label: string; size: string };
  lines: readonly CsvLine[];
  total: ShownPrice;
}

interface CsvLine {
  item: { _id: string; name: string };
  packaging: string;
  quantity: number;
  unitPrice: ShownPrice;
  lineTotal: ShownPrice;
}

interface VisitCsvRow {
  visit: CsvVisit;
  delivery: CsvDelivery;
  /** `null` for a delivery without lines. */
  line: CsvLine | null;
}

/** A note in one line: a space stands for each line break. */
const inOneLine = (note: string) =>
  note
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ');

const moneyCell = (amount: ShownPrice) => (amount === null ? null : plainMoney(amount));

/** The columns of the visit CSV, in order (spec §7, client-side visit CSV). */
export const VISIT_CSV_COLUMNS: readonly CsvColumn<VisitCsvRow>[] = [
  { header: 'Date', cell: ({ delivery }) => deliveryDate(delivery) },
  { header: 'Location', cell: ({ visit }) => visit.location.name },
  { header: 'Address', cell: ({ visit }) => formatAddress(visit.location.address) },
  { header: 'Rep', cell: ({ visit }) => visit.repName },
  { header: 'VisitId', cell: ({ visit }) => sentIdText(visit._id) },
  { header: 'DeliveryId', cell: ({ delivery }) => sentIdText(delivery._id) },
  { header: 'BoxLabel', cell: ({ delivery }) => delivery.box.label },
  { header: 'BoxSize', cell: ({ delivery }) => delivery.box.size },
  { header: 'ItemName', cell: ({ line }) => line && itemLabel(line.item) },
  { header: 'Packaging', cell: ({ line }) => line?.packaging },
  { header: 'Qty', cell: ({ line }) => line?.quantity },
  { header: 'UnitPrice', cell: ({ line }) => line && moneyCell(line.unitPrice) },
  { header: 'LineTotal', cell: ({ line }) => line && moneyCell(line.lineTotal) },
  { header: 'DeliveryTotal', cell: ({ delivery }) => moneyCell(delivery.total) },
  { header: 'Outcome', cell: ({ visit }) => visit.outcome },
  { header: 'Note', cell: ({ visit }) => visit.note },
];

/** The visit CSV: one row per line, or one row with empty line columns when a delivery has no lines. */
export function visitCsv(visit: CsvVisit, deliveries: readonly CsvDelivery[]): string {
  const shown = { ...visit, note: inOneLine(visit.note) };
  const rows = deliveries.flatMap((delivery) => {
    const lines = delivery.lines.length > 0 ? delivery.lines : [null];
    return lines.map((line) => ({ visit: shown, delivery, line }));
  });
  return csvFile(VISIT_CSV_COLUMNS, rows);
}

/** visit_{id}_{location}_{date}.csv (spec §7). `day` is the first 10 characters of an ISO date. */
export function visitCsvFileName(visit: Pick<CsvVisit, '_id' | 'location'>, day: string): string {
  return `visit_${sentIdText(visit._id).replaceAll(' ', '-')}_${fileNamePart(visit.location.name)}_${day}.csv`;
}
