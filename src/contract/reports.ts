import * as z from 'zod/mini';
import { ITEMS_USAGE_LIMIT_DEFAULT } from '../domain/constants';
import { countParam, rangeParams } from './common';

export const reportQuery = z.object(rangeParams);
/** `from` and `to` are instants or bare (UTC) days, both ends included. */
export type ReportQuery = z.input<typeof reportQuery>;

export const itemsUsageQuery = z.object({
  ...rangeParams,
  limit: countParam({ default: ITEMS_USAGE_LIMIT_DEFAULT, min: 1, max: 1000 }),
});
export type ItemsUsageQuery = ReportQuery & { limit?: number };

export const itemUsageSchema = z.object({
  name: z.string(),
  /** Sum of the quantities as recorded, packs and pieces alike. */
  quantity: z.number(),
  /** Dollars. */
  amount: z.number(),
});
export type ItemUsage = z.infer<typeof itemUsageSchema>;
export const itemsUsageResponse = z.array(z.extend(itemUsageSchema, { sku: z.string() }));

export const repProductivitySchema = z.object({
  repName: z.string(),
  /** Dollars. */
  total: z.number(),
  visitCount: z.number(),
  deliveries: z.number(),
});
export type RepProductivity = z.infer<typeof repProductivitySchema>;
export const repProductivityResponse = z.array(repProductivitySchema);

export const outcomeCountsSchema = z.object({
  completed: z.number(),
  partial: z.number(),
  no_access: z.number(),
  skipped: z.number(),
  other: z.number(),
});
/** Submitted visits by outcome. */
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;
