import * as z from 'zod/mini';
import { boxSchema } from './boxes';
import { deliverySchema } from './deliveries';
import { itemSchema } from './items';
import { locationSchema } from './locations';
import { visitSchema } from './visits';

/** What this server adds to the writes of spec §7: keys that take effect once, and versions that see a conflict. */

/** An `Idempotency-Key`. */
export const writeKeySchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'must be 8 to 128 printable characters without spaces.'));

export const writeParams = z.strictObject({ id: writeKeySchema });

/**
 * The 2xx response to a write that took effect. It is the one that was sent, as long as the server keeps that: for 90
 * days, and only if it is small. Otherwise `body` is the thing as it stands now, its `version` the one that this write
 * made.
 */
export const recordedResponseSchema = z.object({ status: z.int(), body: z.unknown() });
export type RecordedResponse = z.infer<typeof recordedResponseSchema>;

const WRITE_STATES = ['unknown', 'running', 'done', 'cancelled'] as const;

/**
 * What became of the caller's own write of a key. `unknown`: it has not arrived, or was refused; it may still arrive.
 * `running`: it is being carried out. `done`: it took effect, with this response. `cancelled`: it never will.
 */
export const writeStateSchema = z.object({
  state: z.enum(WRITE_STATES),
  /** With `done` only. */
  response: z.optional(recordedResponseSchema),
});
export type WriteState = z.infer<typeof writeStateSchema>;

/** 412: the thing has another version than `If-Match` says. */
export const changedMeanwhileSchema = z.object({
  error: z.string(),
  /** The thing as it stands now. */
  current: z.union([deliverySchema, visitSchema, itemSchema, boxSchema, locationSchema]),
  /** Who made the last change that its version counts; `null` when that is not known. */
  changedBy: z.nullable(z.object({ _id: z.string(), name: z.string() })),
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhileSchema>;

/** 422: the key came before, with another call or other bytes. */
export const keyReusedSchema = z.object({
  error: z.string(),
  /** What was recorded under the key. */
  earlier: z.object({ status: z.int(), response: z.unknown() }),
});
export type KeyReused = z.infer<typeof keyReusedSchema>;
