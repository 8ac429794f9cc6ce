import { deflateSync, inflateSync } from 'node:zlib';
import type * as z from 'zod/mini';
import { boxSchema } from '../../contract/boxes';
import { deliverySchema } from '../../contract/deliveries';
import { itemSchema } from '../../contract/items';
import { locationSchema } from '../../contract/locations';
import { userSchema } from '../../contract/users';
import { visitSchema } from '../../contract/visits';
import type { RecordedResponse } from '../../contract/writes';
import { findUser } from '../auth/users';
import type { Database } from '../db/database';
import type { EntityKind, idempotencyKeys } from '../db/idempotencySchema';
import { findBox, findItem, findLocation } from '../services/catalogueRows';
import { getDelivery } from '../services/deliveryRows';
import { getVisit } from '../services/visitRows';

/**
 * Larger compressed bodies are not stored if the record can be read again. 1 kB holds a delivery of some twenty lines
 * or a note of half a page.
 */
const STORED_BYTES_MAX = 1_000;

type KeyRow = typeof idempotencyKeys.$inferSelect;

interface Entity {
  kind: EntityKind;
  /** The response schema of every write that makes or changes one. */
  schema: z.ZodMiniType;
  /** Reads it as it is now; an item with the prices of the time when the write was recorded. */
  read: (db: Database, id: string, recordedAt: Date) => Promise<object>;
}

const ENTITIES: readonly Entity[] = [
  { kind: 'delivery', schema: deliverySchema, read: getDelivery },
  { kind: 'visit', schema: visitSchema, read: getVisit },
  { kind: 'item', schema: itemSchema, read: findItem },
  { kind: 'location', schema: locationSchema, read: findLocation },
  { kind: 'box', schema: boxSchema, read: findBox },
  { kind: 'user', schema: userSchema, read: findUser },
];

/** The kind of record that a call responds with, found by the schema of the response; `null` for none of `ENTITIES`. */
export function entityKindOf(response: z.ZodMiniType): EntityKind | null {
  return ENTITIES.find(({ schema }) => schema === response)?.kind ?? null;
}

/** A body as stored: compressed JSON. `null` without a body, or when it is longer than `bytesMax`. */
function encode(body: unknown, bytesMax: number): Uint8Array | null {
  if (body === null) return null;
  const encoded = deflateSync(JSON.stringify(body));
  return encoded.length > bytesMax ? null : encoded;
}

/**
 * Reads a stored body. Rows of older servers hold plain JSON, whose first byte differs from that of compressed data.
 */
function decode(stored: Uint8Array): unknown {
  const isPlain = stored[0] === '{'.charCodeAt(0);
  return JSON.parse(Buffer.from(isPlain ? stored : inflateSync(stored)).toString());
}

/** The columns of a key's row that record a response. A body that is no record is stored whole, at any length. */
export function responseColumns(
  { status, body }: RecordedResponse,
  entity: EntityKind | null,
): Pick<KeyRow, 'status' | 'response' | 'entity' | 'entityId' | 'version'> {
  const { _id, version } = (body ?? {}) as { _id?: string; version?: number };
  return {
    status,
    response: encode(body, entity === null ? Number.POSITIVE_INFINITY : STORED_BYTES_MAX),
    entity,
    entityId: _id ?? null,
    version: version ?? null,
  };
}

/**
 * The response that a key's row records: the stored body, even if the record has changed since. If none is stored, the
 * record as it is now with the `version` that the write gave it, so that a change over that version still detects a
 * conflict.
 */
export async function recordedResponse(
  db: Database,
  row: Pick<KeyRow, 'status' | 'response' | 'entity' | 'entityId' | 'version' | 'createdAt'>,
): Promise<RecordedResponse> {
  const status = row.status ?? 200;
  if (row.response !== null) return { status, body: decode(row.response) };
  const entity = ENTITIES.find(({ kind }) => kind === row.entity);
  if (!entity || row.entityId === null) return { status, body: null };
  const current = await entity.read(db, row.entityId, row.createdAt);
  return { status, body: row.version === null ? current : { ...current, version: row.version } };
}
