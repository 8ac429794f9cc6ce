import type { Readable } from 'node:stream';
import { isoDay } from '../../domain/dates';
import { EXPORT_COLUMNS, type ExportName, exportFileName } from '../../domain/exportFiles';
import { screenMessages } from '../../domain/screenMessages';
import { plainMoney } from '../../domain/money';
import type { Database } from '../db/database';
import { problem } from '../http/problems';
import { type RouteContext, route } from '../http/route';
import { auditRows } from '../services/audit';
import { deliveryLineRows, deliveryRows } from '../services/deliveryExports';
import { csvStream, type ExportRows } from '../services/exportStream';
import { locationHistoryRows } from '../services/historyExport';
import { itemsUsage, repProductivity } from '../services/reportQueries';
import { parseSalesFilter, type ParsedSalesFilter } from '../services/salesFilter';

async function* itemsSummaryRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  const items = await itemsUsage(db, filter, null);
  yield items.map(({ sku, name, quantity, deliveries, amount }) => [
    sku,
    name,
    quantity,
    deliveries,
    plainMoney(amount),
  ]);
}

async function* repRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  const reps = await repProductivity(db, filter);
  yield reps.map(({ repName, visitCount, deliveries, total }) => [repName, visitCount, deliveries, plainMoney(total)]);
}

/** Sends the rows as a file; its name contains the day (spec §7). */
async function csvFileResponse(
  { reply, now }: Pick<RouteContext<'exportReps'>, 'reply' | 'now'>,
  name: ExportName | 'audit',
  columns: readonly string[],
  rows: ExportRows,
): Promise<Readable> {
  // Before the headers: a failure must not have the headers of a file.
  const file = await csvStream(columns, rows);
  reply.header('Content-Type', 'text/csv; charset=utf-8');
  reply.header('Content-Disposition', `attachment; filename="${exportFileName(name, isoDay(now))}"`);
  return file;
}

export const exportsRoutes = [
  route('exportDeliveries', async (context) => {
    const { db, user, query } = context;
    const filter = parseSalesFilter(query, user);
    return query.mode === 'lines'
      ? csvFileResponse(context, 'delivery-lines', EXPORT_COLUMNS.lines, deliveryLineRows(db, filter))
      : csvFileResponse(context, 'deliveries', EXPORT_COLUMNS.deliveries, deliveryRows(db, filter));
  }),

  route('exportItemsSummary', async (context) => {
    const rows = itemsSummaryRows(context.db, parseSalesFilter(context.query, context.user));
    return csvFileResponse(context, 'items-summary', EXPORT_COLUMNS.itemsSummary, rows);
  }),

  route('exportReps', async (context) => {
    const rows = repRows(context.db, parseSalesFilter(context.query, context.user));
    return csvFileResponse(context, 'reps', EXPORT_COLUMNS.reps, rows);
  }),

  route('exportAudit', async (context) =>
    csvFileResponse(context, 'audit', EXPORT_COLUMNS.audit, auditRows(context.db, context.query)),
  ),

  route('exportLocationHistory', async (context) => {
    const filter = parseSalesFilter(context.query, context.user);
    if (filter.location === null) throw problem.badRequest(screenMessages.pickLocationToExport);
    const rows = locationHistoryRows(context.db, filter);
    return csvFileResponse(context, 'location-history', EXPORT_COLUMNS.locationHistory, rows);
  }),
];
