import type { EntryError, EntryState, IdMapping, QueueEntry } from '../entry';
import { QUEUED_CALL_NAMES } from '../queuedWrites';
import { ENTRY_VERSION } from './entryMigrations';
import {
  anything,
  count,
  fields,
  filledText,
  headerText,
  timestamp,
  number,
  oneOf,
  optional,
  orNull,
  path,
  place,
  recordShape,
  something,
  text,
  yesOrNo,
} from './validators';

/** Strict checks of the records read from disk: they may be damaged, and older versions wrote other shapes. */
export const queueEntrySchema = recordShape(
  'entry',
  fields<QueueEntry>({
    id: headerText,
    ts: timestamp,
    path,
    method: oneOf('POST', 'PATCH'),
    body: something,
    v: oneOf(ENTRY_VERSION),
    seq: place,
    userId: headerText,
    call: oneOf(...QUEUED_CALL_NAMES),
    creates: orNull(filledText),
    visitId: orNull(filledText),
    locationId: orNull(filledText),
    baseVersion: orNull(number),
    over: orNull(filledText),
    pricesAsOf: orNull(headerText),
    firstTry: yesOrNo,
  }),
);

export const entryStateSchema = recordShape(
  'state',
  fields<EntryState>({
    id: filledText,
    state: oneOf('waiting', 'refused'),
    attempts: count,
    lastError: orNull(fields<EntryError>({ status: orNull(number), text, at: number, present: optional(anything) })),
    mayHaveArrived: yesOrNo,
    nextTryAt: number,
  }),
);

export const idMappingSchema = recordShape(
  'mapping',
  fields<IdMapping>({ localId: filledText, serverId: filledText, at: number }),
);
