import * as z from 'zod/mini';
import { boxSchema } from './boxes';
import { deliverySchema } from './deliveries';
import { itemSchema } from './items';
import { locationSchema } from './locations';
import { visitSchema } from './visits';

/** The additions of this server to the writes of spec §7: idempotency keys, and versions that detect conflicts. */

/** An `Idempotency-Key`. */
export const writeKeySchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,128}$/, 'must be 8 to 128 printable characters without spaces.'));

export const writeParams = z.strictObject({ id: writeKeySchema });

/**
 * The 2xx response to a write that took effect: the one that was sent, if the server still stores it (90 days, and only
 * if it is small). Otherwise `body` is the current record with the `version` that this write gave it.
 */
export const recordedResponseSchema = z.object({ status: z.int(), body: z.unknown() });
export type RecordedResponse = z.infer<typeof recordedResponseSchema>;

const WRITE_STATES = ['unknown', 'running', 'done', 'cancelled'] as const;

/**
 * The state of the caller's own write with a key. `unknown`: it has not arrived, or was refused; it may still arrive.
 * `running`: it is being processed. `done`: it took effect, with this response. `cancelled`: it never will.
 */
export const writeStateSchema = z.object({
  state: z.enum(WRITE_STATES),
  /** With `done` only. */
  response: z.optional(recordedResponseSchema),
});
export type WriteState = z.infer<typeof writeStateSchema>;

/** 412: the record has another version than `If-Match`. */
export const changedMeanwhileSchema = z.object({
  error: z.string(),
  /** The current record. */
  current: z.union([deliverySchema, visitSchema, itemSchema, boxSchema, locationSchema]),
  /** The user of the last change that its version counts; `null` when unknown. */
  changedBy: z.nullable(z.object({ _id: z.string(), name: z.string() })),
});
export type ChangedMeanwhile = z.infer<typeof changedMeanwhileSchema>;

/** The record by which a write is refused. `deactivated`: an item, a box or a location. */
const REFUSAL_REASONS = ['visitMissing', 'visitSubmitted', 'locationMissing', 'boxMissing', 'deactivated'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** 404 or 409: which record is the reason, so that the client offers what can succeed. */
export const withReasonSchema = z.object({ error: z.string(), reason: z.enum(REFUSAL_REASONS) });

/** 422: the key was used before, with another call or other bytes. */
export const keyReusedSchema = z.object({
  error: z.string(),
  /** The recorded response of that write. */
  earlier: z.object({ status: z.int(), response: z.unknown() }),
});
export type KeyReused = z.infer<typeof keyReusedSchema>;
