/**
 * A promise that was found not to hold. Each check begins with the number of its invariant (`test/unit/offline/invariants`), or
 * with that of the deviation from the specification.
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
  refusedByNo: '24 only a no of the server refuses an entry, 21 and a 401 is none',
  savedLocally: 'T9 without a response a change is saved on the device, and 26 a server that answered is shown',
  roomMade: '7 on a full disk cached reads go first',
  savedIsOnDisk: '1 what was said to be saved is on disk or on the server',
  nothingLost: '4 an entry stays until a Yes, or until a person discards it',
  sameBytes: '5 every request under one key has the same bytes',
  noLocalIds: '11 local ids never leave the device',
  positions: '15 the order on disk is total, and what is new comes last',
  idMap: '12 the disk knows each local id that waits to be sent, and 14 goes on knowing it',
  order: '16 nothing overtakes what it depends on',
  oneSender: '19 one tab at a time sends an entry',
  owner: '22 an effect is its maker’s',
  liveness: '23 with the faults gone, everything that may go went',
  uncaught: '23 no error is uncaught',
  pushed: '25 a report counts no more than was sent',
  visible: '29 what is on disk is visible 1 s after the first screen',
  draftOffered: '29 a form whose write is saved is not offered again',
  oneEffect: '30 one form has one effect',
  everyForm: '31 each form has its own effect',
  done: '38 what was said to be done was done',
  sentListed: '38 what the outbox lists as sent is what was recorded',
  price: '32 the price shown is the price recorded',
  overwritten: '33 a stale edit overwrites nothing silently',
  repeat: '10 an unchanged repeat of what is recorded gets its Yes',
  conflict: '33 a change conflicts only with one that its form did not show',
  discardTold: '34 what is discarded as only on this device, or cancelled, took no effect',
  requests: '35 requests per entry',
  busy: '35 a busy server is left alone',
  corrected: '36 Edit of a refused change corrects it',
  commandTold: '38 a command of the outbox did what the person was told',
  submitShown: '36 a refused submit leaves its visit open to see',
  newerBuild: '37 a newer build may change the database',
  failsSoftly: '37 a disk that takes nothing more does not stop online saves',
  session: 'T1 only the API’s own no signs a rep out',
  deactivated: '13 a deactivated rep still sees that changes wait',
  releasedIn4s: 'T9 a press is answered within 4 s',
  tables: 'the tables hold what the requests say',
} as const;
export type InvariantName = keyof typeof INVARIANTS;

/** Which checks are left out, so that others can be reached on code that breaks these. */
export type Ignored = ReadonlySet<InvariantName>;

export type Must = (holds: boolean, invariant: InvariantName, text: () => string) => void;

export function mustUnless(ignored: Ignored): Must {
  return (holds, invariant, text) => {
    if (!holds && !ignored.has(invariant)) throw new Violation(invariant, text());
  };
}
