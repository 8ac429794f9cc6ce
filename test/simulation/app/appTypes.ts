import type { QueuedCallName } from '../../../src/contract/calls';

/** What a form that leads to a queued write sends when it is pressed. */
export interface FormContent {
  call: QueuedCallName;
  /** Made with the form. */
  writeId: string;
  /** Of the visit or delivery that is changed; empty for something new. */
  id: string;
  visitId: string | null;
  body: object;
  /** What the form was opened over. */
  base: { baseVersion: number | null; over: string | null };
  pricesAsOf: string | null;
}

/** What the app showed after a press. */
export interface Outcome {
  /** 'queued' is "Saved locally", 'done' the server's Yes; the others are failures. */
  shown: 'queued' | 'done' | 'http' | 'network' | 'aborted' | 'storage' | 'validation';
  /** HTTP status of a refusal. */
  status: number | null;
  /** By which the person knows from now on what was made or changed: local or the server's. */
  id: string | null;
}

/** What RTK Query gives for a press. */
export interface PressResult {
  data?: unknown;
  error?: unknown;
}

/** A draft that a form would offer to restore. */
export interface OfferedDraft {
  /** The name of the form. */
  form: string;
  /** Empty for a draft without one. */
  writeId: string;
  value: unknown;
}

/**
 * What a person knows of a discarded entry: it never left the device, the server said that it has cancelled what may
 * have arrived, the server could not be reached, or the person left it at what the server has instead.
 */
export type Warning = 'onlyHere' | 'cancelled' | 'mayBeRecorded' | 'leftAsRecorded';

/** An entry in the outbox. */
export interface ShownEntry {
  id: string;
  state: string;
  /** HTTP status of the last failure. */
  status: number | null;
  /** A try may have reached the server: the dialog does not say that it is only on this device. */
  mayHaveArrived: boolean;
}

/** A refused change in the outbox, and what the person can do about it besides editing and discarding. */
export interface ShownRefused {
  id: string;
  resolution: 'conflict' | 'recorded' | 'move' | null;
  /** What the server has instead, as it stands beside this one: the quantity or the note. */
  theirs: string | null;
  /** Whether a form that corrects it shows that too. */
  isShownByForm: boolean;
  /** Of the delivery or visit that the server has recorded instead; `null` for none. */
  recordedId: string | null;
  /** Of the delivery or visit that Edit opens; `null` for none. */
  editedId: string | null;
}

/** A change in the list "Sent today" of the outbox. */
export interface ShownSent {
  /** Of its write. */
  id: string;
  /** What it says that was recorded: the quantity or the note; `null` where it says neither. */
  mark: string | null;
}

export interface ShownVisit extends ShownRecord {
  note: string;
  isOpen: boolean;
}

/** A visit or delivery as its form shows it when it is opened. */
export interface ShownRecord {
  id: string;
  /** The quantity of the first line. */
  mark: number;
  /** The price of the first line that an edit keeps, cents; `null` where there is none. */
  priceCents: number | null;
  version: number | null;
  /** The newest queued entry of the same thing. */
  over: string | null;
  visitId: string | null;
}
