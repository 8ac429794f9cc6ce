import * as z from 'zod/mini';
import { RECENT_VISITS_LIMIT_DEFAULT } from '../domain/constants';
import { screenMessages } from '../domain/screenMessages';
import { OUTCOMES } from '../domain/outcomes';
import { countParam, idSchema, instantSchema, noteSchema, textParam, versionSchema } from './common';
import { locationSchema } from './locations';

const outcomeSchema = z.enum(OUTCOMES, screenMessages.selectOutcome);

export const visitSchema = z.object({
  _id: idSchema,
  /** `_id` is empty when the response names the rep without an id. */
  rep: z.object({ _id: z.string(), name: z.string() }),
  repName: z.string(),
  location: locationSchema,
  /** `null` until an outcome was chosen. */
  outcome: z.nullable(outcomeSchema),
  note: z.string(),
  startedAt: z.nullable(instantSchema),
  /** `null` while the visit is open. */
  submittedAt: z.nullable(instantSchema),
  createdAt: instantSchema,
  /** Counts the changes of outcome, note and submission. A delivery to the visit does not count. */
  version: versionSchema,
});
/** A rep's visit to a location (spec §3): started, then submitted. */
export type Visit = z.infer<typeof visitSchema>;

export const visitListSchema = z.array(visitSchema);

/**
 * Spec §7: the newest visits of a location, or of all; less than `limit` of them if their notes exceed the limit of a
 * list. Unknown parameters such as a timestamp are ignored. `rep` is ours: only the visits of the user with this id;
 * another server ignores it.
 */
export const listVisitsQuery = z.object({
  location: textParam,
  rep: textParam,
  limit: countParam({ default: RECENT_VISITS_LIMIT_DEFAULT, min: 1, max: 1000 }),
});
export type ListVisitsQuery = { location?: string; rep?: string; limit?: number };

/** `rep` is the id of the rep the visit is for; left out, it is the signed-in user's. */
export const startVisitBody = z.strictObject({ location: idSchema, rep: z.optional(idSchema) });
export type StartVisitBody = z.infer<typeof startVisitBody>;

/** Without a note the visit keeps the one it has. */
export const submitVisitBody = z.strictObject({ outcome: outcomeSchema, note: z.optional(noteSchema) });
export type SubmitVisitBody = z.infer<typeof submitVisitBody>;

export const updateVisitNoteBody = z.strictObject({ note: noteSchema });
export type UpdateVisitNoteBody = z.infer<typeof updateVisitNoteBody>;

export const updateVisitBody = z
  .strictObject({ outcome: z.optional(outcomeSchema), note: z.optional(noteSchema) })
  .check(z.refine((body) => body.outcome !== undefined || body.note !== undefined, 'Give an outcome or a note'));
export type UpdateVisitBody = z.infer<typeof updateVisitBody>;
