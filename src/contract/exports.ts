import * as z from 'zod/mini';
import { PLACE_COLUMNS } from '../domain/exportFiles';
import { rangeParams, textParam } from './common';

const filters = { ...rangeParams, repName: textParam, repId: textParam };

export const exportQuery = z.object(filters);
/** `repId` is for admins only; empty values are left out of the call (spec §7). */
export type ExportQuery = z.input<typeof exportQuery>;

export const deliveriesExportQuery = z.object({
  ...filters,
  mode: z._default(z.enum(['lines', 'deliveries']), 'lines'),
});
export type DeliveriesExportQuery = z.input<typeof deliveriesExportQuery>;

/** CSV goes out as a stream; there is no shape to check. */
export const csvResponseSchema = z.string();

/** The columns of each file, in order. */
export const EXPORT_COLUMNS = {
  lines: [...PLACE_COLUMNS, 'SKU', 'ItemName', 'Packaging', 'Qty', 'UnitPrice', 'LineTotal', 'Outcome', 'Note'],
  deliveries: [...PLACE_COLUMNS, 'Lines', 'DeliveryTotal', 'Outcome', 'Note'],
  audit: ['At', 'By', 'ById', 'Action', 'Thing', 'ThingId', 'Before', 'After'],
  itemsSummary: ['SKU', 'ItemName', 'Qty', 'Deliveries', 'Amount'],
  reps: ['Rep', 'Visits', 'Deliveries', 'Total'],
  locationHistory: [
    'Date',
    'Location',
    'VisitId',
    'Rep',
    'Started',
    'Submitted',
    'Outcome',
    'Note',
    'Boxes',
    'Deliveries',
    'Total',
  ],
} as const;
