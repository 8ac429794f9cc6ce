import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The limit of a list, in bytes of JSON. A text in JSON is written in the event loop, so a longer one would delay every
 * other request. 1,000 deliveries of 20 ordinary lines have half of it.
 */
export const LIST_BYTES = 8 * 1024 * 1024;

/** The bytes of a text in JSON, where a control character has six. */
export const jsonBytes = (text: SQL | PgColumn): SQL => sql`octet_length(to_json(${text})::text)`;
