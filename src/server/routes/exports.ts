import type { Readable } from 'node:stream';
import type { RepProductivity } from '../../contract/reports';
import type { CsvColumn } from '../../domain/csv';
import { isoDay } from '../../domain/dates';
import { type ExportName, exportFileName, validateExport } from '../../domain/exportFiles';
import { plainMoney } from '../../domain/money';
import type { Database } from '../db/database';
import { problem } from '../http/problems';
import { type RouteContext, route } from '../http/route';
import { AUDIT_COLUMNS, auditRows } from '../services/audit';
import {
  DELIVERY_COLUMNS,
  DELIVERY_LINE_COLUMNS,
  deliveryLineRows,
  exportedDeliveries,
} from '../services/deliveryExports';
import { csvStream, type ExportRows } from '../services/exportStream';
import { HISTORY_COLUMNS, locationHistoryRows } from '../services/historyExport';
import { type ItemUsageRow, itemsUsage, repProductivity } from '../services/reportQueries';
import { parseSalesFilter, type ParsedSalesFilter } from '../services/salesFilter';

const ITEMS_COLUMNS: readonly CsvColumn<ItemUsageRow>[] = [
  { header: 'SKU', cell: ({ sku }) => sku },
  { header: 'ItemName', cell: ({ name }) => name },
  { header: 'Qty', cell: ({ quantity }) => quantity },
  { header: 'Deliveries', cell: ({ deliveries }) => deliveries },
  { header: 'Amount', cell: ({ amount }) => plainMoney(amount) },
];

const REP_COLUMNS: readonly CsvColumn<RepProductivity>[] = [
  { header: 'Rep', cell: ({ repName }) => repName },
  { header: 'Visits', cell: ({ visitCount }) => visitCount },
  { header: 'Deliveries', cell: ({ deliveries }) => deliveries },
  { header: 'Total', cell: ({ total }) => plainMoney(total) },
];

async function* onePage<Row>(rows: Promise<Row[]>): ExportRows<Row> {
  yield await rows;
}

type OpenFile = (db: Database, filter: ParsedSalesFilter) => Promise<Readable>;

/** Opens each file of the Reports screen, with the rows that the filter leaves. */
const openFile: Record<ExportName, OpenFile> = {
  'delivery-lines': (db, filter) => csvStream(DELIVERY_LINE_COLUMNS, deliveryLineRows(db, filter)),
  deliveries: (db, filter) => csvStream(DELIVERY_COLUMNS, exportedDeliveries(db, filter)),
  'items-summary': (db, filter) => csvStream(ITEMS_COLUMNS, onePage(itemsUsage(db, filter, null))),
  reps: (db, filter) => csvStream(REP_COLUMNS, onePage(repProductivity(db, filter))),
  'location-history': (db, filter) => csvStream(HISTORY_COLUMNS, locationHistoryRows(db, filter)),
};

type ExportContext = Pick<RouteContext<'exportReps'>, 'db' | 'user' | 'query' | 'reply' | 'now'>;

/** Responds with an opened file; its name contains the day (spec §7). */
function asFile({ reply, now }: Pick<ExportContext, 'reply' | 'now'>, name: ExportName | 'audit', file: Readable) {
  reply.header('Content-Type', 'text/csv; charset=utf-8');
  reply.header('Content-Disposition', `attachment; filename="${exportFileName(name, isoDay(now))}"`);
  return file;
}

async function salesFile(context: ExportContext, name: ExportName): Promise<Readable> {
  const filter = parseSalesFilter(context.query, context.user);
  const refusal = validateExport(name, filter);
  if (refusal) throw problem.badRequest(refusal);
  // Opened before the headers are set: a failure must not have the headers of a file.
  return asFile(context, name, await openFile[name](context.db, filter));
}

export const exportsRoutes = [
  route('exportDeliveries', (context) =>
    salesFile(context, context.query.mode === 'lines' ? 'delivery-lines' : 'deliveries'),
  ),
  route('exportItemsSummary', (context) => salesFile(context, 'items-summary')),
  route('exportReps', (context) => salesFile(context, 'reps')),
  route('exportLocationHistory', (context) => salesFile(context, 'location-history')),
  route('exportAudit', async (context) =>
    asFile(context, 'audit', await csvStream(AUDIT_COLUMNS, auditRows(context.db, context.query))),
  ),
];
