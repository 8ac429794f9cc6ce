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

/** What the app told the person after a press. */
export interface Outcome {
  /** 'queued' is "Saved locally", 'done' the server's Yes; the others are failures. */
  told: 'queued' | 'done' | 'http' | 'network' | 'aborted' | 'storage' | 'validation';
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
 * What a person knows of a discarded entry: it never left the device, the server said that it has cancelled what may have
 * arrived, or the server could not be asked.
 */
export type Warning = 'onlyHere' | 'cancelled' | 'mayBeRecorded';

/** What came of a Discard, and what the person had been told before. */
export interface Discarded {
  /** The entries that are gone: with one goes what can't be sent without it. */
  ids: readonly string[];
  warning: Warning;
}

/** An entry in the outbox. */
export interface ShownEntry {
  id: string;
  state: string;
  /** HTTP status of the last failure. */
  status: number | null;
}

/** A change in the list "Sent today" of the outbox. */
export interface ShownSent {
  /** Of its write. */
  id: string;
  /** What it says that was recorded: the quantity or the note; `null` where it says neither. */
  mark: string | null;
}

export interface ShownVisit extends ShownThing {
  note: string;
  isOpen: boolean;
}

/** A visit or delivery as its form shows it when it is opened. */
export interface ShownThing {
  id: string;
  /** The quantity of the first line. */
  mark: number;
  /** The price of the first line, cents; `null` where there is none. */
  priceCents: number | null;
  version: number | null;
  /** The newest queued entry of the same thing. */
  over: string | null;
  visitId: string | null;
}
