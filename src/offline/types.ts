import type { QueuedCallName } from '../contract/calls';
import type { ENTRY_VERSION } from './migrations';

/**
 * A write that waits to be sent, as it lies on disk. Its bytes never change after the append: what happens to
 * it stands beside it, in `EntryState`.
 */
export interface QueueEntry {
  // The fields of spec §3, as they are.
  /** Random, unique, one for life: made before the first try, sent as the Idempotency-Key of every try. */
  id: string;
  /** Time of capture by the device's clock, ms since 1970. Never used for order. */
  ts: number;
  /** Below /api; local ids stay in it and are replaced when it is sent. */
  path: string;
  method: 'POST' | 'PATCH';
  body: unknown;

  // What the promise needs beside them.
  /** Version of this record's shape, see `migrations.ts`. */
  v: typeof ENTRY_VERSION;
  /** Place in the device's total order, given by the disk: without ties, whatever the clocks do. */
  seq: number;
  /** Whose change it is. It is sent and shown as theirs only. */
  userId: string;
  call: QueuedCallName;
  /** The local id that stands for what this write creates; `null` when it creates nothing. */
  creates: string | null;
  /** The visit this write belongs to, by its local or its server's id; `null` outside a visit. */
  visitId: string | null;
  /** The location this write is about; `null` when the device did not know it. */
  locationId: string | null;
}

/** A queue entry that has not been given its place yet. */
export type NewEntry = Omit<QueueEntry, 'seq'>;

/**
 * 'sending': on its first online try, nobody has been told that it is saved; 'waiting': queued, goes by every
 * trigger; 'refused': the server said no, goes when a person or a fresh start asks.
 */
export type EntryPhase = 'sending' | 'waiting' | 'refused';

/** Why the last try failed. */
export interface EntryError {
  /** HTTP status; `null` when there was no answer. */
  status: number | null;
  /** For a person, at most 160 characters. */
  text: string;
  /** ms since 1970 */
  at: number;
}

/** What has happened to an entry so far: a record of its own, beside the entry's. */
export interface EntryState {
  id: string;
  state: EntryPhase;
  /** The tab that has it in hand right now; `null` when none has. Orphaned when that tab is gone. */
  tab: string | null;
  /** Tries that failed with an answer, or without one while the server was there. */
  attempts: number;
  lastError: EntryError | null;
}

/** A line of a delivery as the spec's bodies carry it. */
export interface EntryLine {
  item: string;
  quantity: number;
  packaging: string;
}

/** What an entry says, for screens: those of these that its path and body name. */
export interface EntryAbout {
  visit?: string;
  location?: string;
  box?: string;
  /** The rep's id (starting a visit). */
  rep?: string;
  /** The rep's name (a delivery). */
  repName?: string;
  /** The delivery that is edited. */
  delivery?: string;
  lines?: EntryLine[];
  outcome?: string;
  /** At most 10,000 characters of it. */
  note?: string;
}

/** What Redux keeps of an entry: everything but the body. */
export interface EntryHead extends Omit<QueueEntry, 'body' | 'v'>, Omit<EntryState, 'id'> {
  about: EntryAbout;
  /** Local ids that stand in its path or body. */
  mentions: string[];
  /** The entry it was held behind in the last pass; `null` when it was not. */
  heldBehind: string | null;
}

/** What the rules of order need to know of an entry. */
export type Dependable = Pick<
  EntryHead,
  'id' | 'seq' | 'userId' | 'call' | 'path' | 'creates' | 'visitId' | 'locationId' | 'mentions' | 'about'
>;

/** What the server calls a thing that was made on this device. */
export interface IdMapping {
  localId: string;
  serverId: string;
  /** When it was learnt, ms since 1970. */
  at: number;
}

/** What started a replay. */
export type ReplayTrigger = 'online' | 'start' | 'signIn' | 'asked' | 'focus' | 'answered' | 'timer';

/** How a pass came to its end. */
export type ReplayEnd =
  /** Every eligible entry was tried. */
  | 'finished'
  | 'noConnection'
  /** 401: the session is gone or another user's. */
  | 'signedOut'
  /** 429, or a gateway without its server. */
  | 'serverBusy'
  /** The queue could not be read or written. */
  | 'storageFailed'
  /** Another tab is at it, or nobody is signed in: nothing was tried. */
  | 'notRun';

/** What a pass did, the same in all tabs. */
export interface ReplayReport {
  userId: string;
  /** Distinct entries that were sent and removed in this pass. */
  pushed: number;
  /** Entries that the server refused in this pass. */
  refused: number;
  /** The user's entries at the end of the pass. */
  remaining: number;
  ended: ReplayEnd;
  /** The longest Retry-After heard, ms; `null` for none. */
  retryAfterMs: number | null;
  /** ms since 1970 */
  at: number;
}

/** The queue as read from disk. */
export interface QueueSnapshot {
  heads: EntryHead[];
  serverIds: Record<string, string>;
  /** Records that can't be read, kept aside and exportable. */
  setAside: number;
  /** Records written by a newer version of the app, as far as this one can read them: held until it is reloaded. */
  newer: Dependable[];
  /** Changes that a count kept elsewhere knows of and the disk does not. */
  missing: number;
}
