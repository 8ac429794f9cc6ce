import * as z from 'zod/mini';
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
