import type { EntryError, EntryState, IdMapping, QueueEntry } from '../entry';
import { QUEUED_CALL_NAMES } from '../queuedWrites';
import { ENTRY_VERSION } from './entryMigrations';
import {
  anything,
  count,
  fields,
  nonEmptyText,
  headerText,
  listOf,
  timestamp,
  number,
  oneOf,
  optional,
  orNull,
  path,
  position,
  recordShape,
  present,
  text,
  boolean,
} from './validators';

/** Strict checks of the records read from disk: they may be damaged, and older versions wrote other shapes. */
export const queueEntrySchema = recordShape(
  'entry',
  fields<QueueEntry>({
    id: headerText,
    ts: timestamp,
    path,
    method: oneOf('POST', 'PATCH'),
    body: present,
    v: oneOf(ENTRY_VERSION),
    seq: position,
    userId: headerText,
    call: oneOf(...QUEUED_CALL_NAMES),
    creates: orNull(nonEmptyText),
    visitId: orNull(nonEmptyText),
    locationId: orNull(nonEmptyText),
    baseVersion: orNull(number),
    over: orNull(nonEmptyText),
    pricesAsOf: orNull(headerText),
    unitPrices: orNull(listOf(number)),
    firstTry: boolean,
  }),
);

export const entryStateSchema = recordShape(
  'state',
  fields<EntryState>({
    id: nonEmptyText,
    state: oneOf('waiting', 'refused'),
    attempts: count,
    lastError: orNull(fields<EntryError>({ status: orNull(number), text, at: number, present: optional(anything) })),
    mayHaveArrived: boolean,
    nextTryAt: number,
  }),
);

export const idMappingSchema = recordShape(
  'mapping',
  fields<IdMapping>({ localId: nonEmptyText, serverId: nonEmptyText, at: number }),
);
