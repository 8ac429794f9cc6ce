import * as z from 'zod/mini';
import { ID_LENGTH_MAX, LINE_LENGTH_MAX, NOTE_LENGTH_MAX } from '../domain/constants';
import { screenMessages } from '../domain/screenMessages';

/** Building blocks shared by the nouns of the contract. */

/** An id as the server gave it. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(ID_LENGTH_MAX));

/** An ISO instant in UTC. */
export const instantSchema = z.string();

/**
 * The version of a record: starts at 1 and increments with each change; an edit that changes nothing does not count.
 * Used in `If-Match`. Not in the spec: absent from a server that implements only the spec.
 */
export const versionSchema = z.optional(z.nullable(z.int()));

/** Free text of a person, such as a note. */
export const noteSchema = z.string().check(z.maxLength(NOTE_LENGTH_MAX, screenMessages.noteTooLong));

/** A required name: one line, not only white space. */
export const nameSchema = z
  .string()
  .check(z.trim(), z.minLength(1, screenMessages.nameRequired), z.maxLength(LINE_LENGTH_MAX));

/** Of the body of a change: every field may be left out, but not all of them. */
export const namesAField = z.refine((body) => Object.keys(body as object).length > 0, 'Give a field to change');

export const idParams = z.strictObject({ id: idSchema });

/** The body of every refusal: a message for the user (spec §8: "the server's error field"). */
export const errorResponseSchema = z.object({ error: z.string() });
export type ErrorResponse = z.infer<typeof errorResponseSchema>;

/** 204: a response without a body, read as `null` (spec §7). */
export const emptyResponseSchema = z.null();

/** A number in a query string; one outside the bounds becomes the nearest bound. */
export function countParam(options: { default: number; min: number; max: number }) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^-?\d{1,9}$/, 'Give a whole number')),
      z.transform((text) => Math.min(options.max, Math.max(options.min, Number(text)))),
    ),
    options.default,
  );
}

/** An optional text in a query string; an empty one counts as left out. */
export const textParam = z.optional(
  z.pipe(
    z.string().check(z.maxLength(LINE_LENGTH_MAX)),
    z.transform((text) => text || undefined),
  ),
);

/** The filters that deliveries, reports and exports share; `from` and `to` are instants or bare (UTC) days. */
export const rangeParams = {
  from: textParam,
  to: textParam,
  location: textParam,
};
