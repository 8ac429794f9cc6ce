import { type CsvCell, csvFile, fileNamePart } from './csv';
import { deliveryDate } from './deliveryRules';
import { itemLabel } from './names';
import { PLACE_COLUMNS } from './exportFiles';
import { type Address, formatAddress } from './locationRules';
import { plainMoney } from './money';

/** The columns of the visit CSV, in order (spec §7, client-side visit CSV). */
export const VISIT_CSV_COLUMNS = [
  ...PLACE_COLUMNS,
  'ItemName',
  'Packaging',
  'Qty',
  'UnitPrice',
  'LineTotal',
  'DeliveryTotal',
  'Outcome',
  'Note',
] as const;

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
  lines: readonly {
    item: { _id: string; name: string };
    packaging: string;
    quantity: number;
    unitPrice: number;
    lineTotal: number;
  }[];
  total: number;
}

/** The visit CSV: one row per line, or one row with empty line columns when a delivery has no lines. */
export function visitCsv(visit: CsvVisit, deliveries: readonly CsvDelivery[]): string {
  const rows = deliveries.flatMap((delivery) => {
    const before: CsvCell[] = [
      deliveryDate(delivery),
      visit.location.name,
      formatAddress(visit.location.address),
      visit.repName,
      visit._id,
      delivery._id,
      delivery.box.label,
      delivery.box.size,
    ];
    const after: CsvCell[] = [
      plainMoney(delivery.total),
      visit.outcome ?? '',
      visit.note.replace(/\s*[\r\n]+\s*/g, ' '),
    ];
    const lines: CsvCell[][] = delivery.lines.map((line) => [
      itemLabel(line.item),
      line.packaging,
      line.quantity,
      plainMoney(line.unitPrice),
      plainMoney(line.lineTotal),
    ]);
    return (lines.length > 0 ? lines : [['', '', '', '', '']]).map((line) => [...before, ...line, ...after]);
  });
  return csvFile(VISIT_CSV_COLUMNS, rows);
}

/** visit_{id}_{location}_{date}.csv (spec §7). `day` is the first 10 characters of an ISO date. */
export function visitCsvFileName(visit: Pick<CsvVisit, '_id' | 'location'>, day: string): string {
  return `visit_${visit._id}_${fileNamePart(visit.location.name)}_${day}.csv`;
}
