import { ENTRY_VERSION } from './migrations';
import {
  anything,
  fields,
  filledText,
  number,
  oneOf,
  orNull,
  path,
  positiveWholeNumber,
  recordShape,
  text,
  wholeNumber,
} from './recordShapes';
import type { EntryError, EntryState, IdMapping, QueueEntry } from './types';

/** What is read back from the disk is checked to the letter: disks rot, and older versions wrote other shapes. */
export const queueEntrySchema = recordShape(
  'entry',
  fields<QueueEntry>({
    id: filledText,
    ts: number,
    path,
    method: oneOf('POST', 'PATCH'),
    body: anything,
    v: oneOf(ENTRY_VERSION),
    seq: positiveWholeNumber,
    userId: filledText,
    call: oneOf('createDelivery', 'updateDelivery', 'startVisit', 'submitVisit', 'updateVisit'),
    creates: orNull(filledText),
    visitId: orNull(filledText),
    locationId: orNull(filledText),
  }),
);

export const entryStateSchema = recordShape(
  'state',
  fields<EntryState>({
    id: filledText,
    state: oneOf('sending', 'waiting', 'refused'),
    tab: orNull(filledText),
    attempts: wholeNumber,
    lastError: orNull(fields<EntryError>({ status: orNull(number), text, at: number })),
  }),
);

export const idMappingSchema = recordShape(
  'mapping',
  fields<IdMapping>({ localId: filledText, serverId: filledText, at: number }),
);
