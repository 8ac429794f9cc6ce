import type * as z from 'zod/mini';
import { boxSchema } from '../contract/boxes';
import { deliverySchema } from '../contract/deliveries';
import { itemSchema } from '../contract/items';
import { locationSchema } from '../contract/locations';
import { userSchema } from '../contract/users';
import { visitSchema } from '../contract/visits';
import type { RecordedResponse } from '../contract/writes';
import type { Database } from './db/database';
import type { EntityKind, idempotencyKeys } from './db/idempotencySchema';
import { findBox } from './routes/boxes';
import { findItem } from './routes/items';
import { findLocation } from './routes/locations';
import { findUser } from './routes/users';
import { getDelivery } from './trade/deliveryRows';
import { getVisit } from './trade/visitRows';

/**
 * A larger response is not stored: a delivery of some fifteen lines, a note of a page. The database compresses what
 * is stored to less than half of this.
 */
const STORED_CHARS_MAX = 2_000;

type KeyRow = typeof idempotencyKeys.$inferSelect;

interface Entity {
  kind: EntityKind;
  /** The response of every write that makes or changes one. */
  schema: z.ZodMiniType;
  /** As it stands now; the prices of an item as they were when the write was recorded. */
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

/** What a call's response is a description of, told by its schema; `null` for none of them. */
export function entityKindOf(answer: z.ZodMiniType): EntityKind | null {
  return ENTITIES.find(({ schema }) => schema === answer)?.kind ?? null;
}

/** The columns of a key's row that a response becomes. */
export function responseColumns(
  { status, body }: RecordedResponse,
  entity: EntityKind | null,
): Pick<KeyRow, 'status' | 'answer' | 'entity' | 'entityId' | 'version'> {
  const { _id, version } = (body ?? {}) as { _id?: string; version?: number };
  const isSmall = JSON.stringify(body).length <= STORED_CHARS_MAX;
  return { status, answer: isSmall ? body : null, entity, entityId: _id ?? null, version: version ?? null };
}

/**
 * The response that a key's row stands for. If it was stored, that one, whatever has changed since. If not, the thing
 * as it stands now with the `version` that the write gave it: whoever changes the thing over that version is told if
 * somebody else has changed it since.
 */
export async function recordedResponse(
  db: Database,
  row: Pick<KeyRow, 'status' | 'answer' | 'entity' | 'entityId' | 'version' | 'createdAt'>,
): Promise<RecordedResponse> {
  const status = row.status ?? 200;
  const entity = ENTITIES.find(({ kind }) => kind === row.entity);
  if (row.answer !== null || !entity || row.entityId === null) return { status, body: row.answer };
  const current = await entity.read(db, row.entityId, row.createdAt);
  return { status, body: row.version === null ? current : { ...current, version: row.version } };
}
