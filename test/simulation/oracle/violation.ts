/**
 * A promise that was found not to hold. The text of each check begins with the number of its invariant
 * (`test/unit/offline/invariants`), or with that of the deviation from the specification. Only `tables` has none: it
 * compares the server's tables with the requests, and no invariant is about those alone.
 */
export class Violation extends Error {
  constructor(
    readonly invariant: InvariantName,
    text: string,
  ) {
    super(`${invariant}: ${text}`);
  }
}

/** Every check of the oracle. */
export const INVARIANTS = {
  identity: '9 a write has the id that its form made, for life',
  refusedByServer: '24 an entry is refused only when the server refuses it; 21 a 401 is not a refusal',
  savedLocally: '26 without a response a change is saved on the device, and with one the app shows it',
  roomMade: '7 on a full disk cached reads go first',
  savedIsOnDisk: '1 a change reported as saved is on disk or on the server',
  nothingLost: '4 an entry stays until the server accepts it or a person discards it',
  sameBytes: '5 every request under one key has the same bytes',
  noLocalIds: '11 local ids never leave the device',
  positions: '15 the order on disk is total, and a new entry comes last',
  idMap: '12 the disk maps every local id in the queue; 14 the mapping stays',
  order: '16 an entry is not sent before one that it depends on',
  oneSender: '19 one tab at a time sends an entry',
  owner: '22 a write takes effect under the user who made it',
  liveness: '23 after the faults end, every sendable entry is sent',
  uncaught: '23 no error is uncaught',
  pushed: '25 a report counts no more than was sent',
  visible: '29 an entry on disk is visible 1 s after the first screen',
  draftOffered: '29 a form whose write is saved is not offered again',
  oneEffect: '30 one form has one effect',
  everyForm: '31 each form has its own effect',
  done: '38 a write reported as done has taken effect',
  sentListed: '38 a change that the outbox lists as sent is recorded with that content',
  price: '32 the price shown is the price recorded',
  overwritten: '33 a stale edit does not overwrite anything silently',
  repeat: '10 an unchanged repeat of a recorded write is accepted',
  conflict: '33 a change conflicts only with a change that its form did not show',
  discardReported: '34 a change discarded as only on this device, or cancelled, took no effect',
  requests: '35 an entry is not sent more often than its triggers and timers allow',
  busy: '35 nothing is sent during a pause',
  corrected: '36 Edit of a refused change corrects it',
  commandReported: '38 a command of the outbox had the effect that the app reported',
  submitShown: '36 a visit is shown as open after its submit was refused',
  newerBuild: '37 a newer build may change the database',
  failsSoftly: '7 a disk that accepts nothing does not stop online saves',
  session: 'T1 only a 401 of our API signs a user out',
  deactivated: '21 a deactivated rep still sees that changes wait',
  outcomeIn4s: '26 a submit has an outcome within 4 s',
  tables: 'the tables hold what was requested, and nothing else',
} as const;
export type InvariantName = keyof typeof INVARIANTS;

/** Which checks are left out, so that others can be reached on code that breaks these. */
export type Ignored = ReadonlySet<InvariantName>;

export type AssertInvariant = (holds: boolean, invariant: InvariantName, text: () => string) => void;

export function assertUnless(ignored: Ignored): AssertInvariant {
  return (holds, invariant, text) => {
    if (!holds && !ignored.has(invariant)) throw new Violation(invariant, text());
  };
}
