import * as z from 'zod/mini';
import type { Call } from '../../contract/calls';
import type { CallSchemas } from '../../contract/callSchemas';

/** The body limit of public calls, in bytes. */
export const PUBLIC_BODY_BYTES = 8 * 1024;
/** The least body limit of calls that need a session, in bytes. */
const SIGNED_IN_BODY_BYTES = 64 * 1024;
/** Limits are multiples of this, so that the error message can name whole kB. */
const STEP_BYTES = 8 * 1024;

/**
 * The encoding of a character as a JSON escape such as \u00e9. Two escapes, as of an emoji, take more: only a text of
 * almost nothing else exceeds the limit by them.
 */
const CHARACTER_BYTES = 6;
/** More digits than any number of the contract needs. */
const NUMBER_BYTES = 32;
/** Room for white space between the values. */
const SPACE_FACTOR = 1.1;

type JsonSchema = z.core.JSONSchema.BaseSchema;

const textBytes = (length: number) => length * CHARACTER_BYTES + 2;

/**
 * The length of the longest JSON text that the schema accepts, in bytes, without white space. Throws without a limit.
 */
function longestText(schema: JsonSchema): number {
  if (schema.enum) return Math.max(...schema.enum.map((value) => textBytes(String(value).length)));
  if (schema.type === 'string' && schema.maxLength !== undefined) return textBytes(schema.maxLength);
  if (schema.type === 'number' || schema.type === 'integer' || schema.type === 'boolean') return NUMBER_BYTES;
  if (schema.type === 'array' && schema.maxItems !== undefined) {
    return schema.maxItems * (longestText(schema.items as JsonSchema) + 1) + 2;
  }
  if (schema.type === 'object' && schema.additionalProperties === false) {
    const fields = Object.entries(schema.properties ?? {});
    const bytes = fields.map(([name, value]) => textBytes(name.length) + longestText(value as JsonSchema) + 2);
    return bytes.reduce((sum, one) => sum + one, 2);
  }
  throw new Error(`A body needs a limit: ${JSON.stringify(schema).slice(0, 200)}`);
}

/**
 * The body limit of a call, in bytes: as large as its schema allows. Throws when a part of the schema has no limit, or
 * when the body of a public call could be larger than `PUBLIC_BODY_BYTES`.
 */
export function bodyLimitOf(call: Call, schemas: CallSchemas): number {
  const longest = schemas.body ? longestText(z.toJSONSchema(schemas.body, { io: 'input' })) * SPACE_FACTOR : 0;
  const least = call.access === 'public' ? PUBLIC_BODY_BYTES : SIGNED_IN_BODY_BYTES;
  const limit = Math.max(least, Math.ceil(longest / STEP_BYTES) * STEP_BYTES);
  if (call.access === 'public' && limit > PUBLIC_BODY_BYTES)
    throw new Error(`${call.path} is public and takes ${limit} bytes`);
  return limit;
}
