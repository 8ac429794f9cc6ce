import {
  isPaused,
  NO_PAUSE,
  storedPauseOf,
  openSeqOf,
  passIdOf,
  type PassRecord,
  readMeta,
  type ServerPause,
  currentPauseOf,
} from './queueRecords';
import { parseQueue, QUEUE_STORES, readRawQueue } from './readQueue';
import type { RecordStore, RecordTransaction } from './recordStore';
import { putMark } from './storedEntries';

/** The record of passes on disk (invariants 34 and 35). Every method is one durable transaction. */
export interface PassJournal {
  /**
   * Stores, before the pass with this id sends, that the entries on disk may reach the server from now on. Returns the
   * last position among them. A stored pause that does not apply to the pass is over. `syncRequestedAt` as in
   * `isPaused`; times in ms since 1970.
   */
  beginPass(id: string, syncRequestedAt: number | null, now: number): Promise<number>;
  /** Marks the entries that an interrupted pass may have sent. Called by the running pass before it sends. */
  markInterrupted(): Promise<void>;
  /**
   * Stores that every try of the pass has its mark, and the end of the pause that the server asked for (0 for none). A
   * pause that another call was asked for meanwhile still applies. Times in ms since 1970.
   */
  endPass(pausedUntil: number, now: number): Promise<void>;
  /** Stores the end of a pause that the server asked for outside a pass. */
  storePause(until: number, now: number): Promise<void>;
  /** The pause that the server asked any tab for; zeros for none, or when it is over. */
  currentPause(now: number): Promise<ServerPause>;
}

type OpenPass = Pick<PassRecord, 'id' | 'openSeq'>;

const NO_PASS: OpenPass = { id: '', openSeq: 0 };
const openPassOf = (raw: unknown): OpenPass => ({ id: passIdOf(raw), openSeq: openSeqOf(raw) });
const passRecord = (open: OpenPass, { until, since }: ServerPause): PassRecord => ({
  name: 'pass',
  ...open,
  restUntil: until,
  restSince: since,
});

export function createPassJournal(store: RecordStore): PassJournal {
  /** Adds a pause to the one that is stored already; the later end applies. */
  async function addPause(tx: RecordTransaction, open: OpenPass, until: number, now: number): Promise<void> {
    const known = currentPauseOf(await tx.get('meta', 'pass'), now);
    const isLonger = until > known.until;
    await tx.put('meta', passRecord(open, isLonger ? { until, since: now } : known));
  }
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);
  return {
    beginPass: (id, syncRequestedAt, now) =>
      change(async (tx) => {
        const [meta, pass] = await Promise.all([tx.get('meta', 'queue'), tx.get('meta', 'pass')]);
        const openSeq = readMeta(meta).seq;
        const pause = currentPauseOf(pass, now);
        await tx.put('meta', passRecord({ id, openSeq }, isPaused(pause, syncRequestedAt) ? pause : NO_PAUSE));
        return openSeq;
      }),

    markInterrupted: () =>
      change(async (tx) => {
        const raw = await readRawQueue(tx);
        const { entries, openSeq } = parseQueue(raw, null);
        const possiblySent = entries.filter(({ entry, summary }) => entry.seq <= openSeq && !summary.mayHaveArrived);
        await Promise.all(possiblySent.map((one) => putMark(tx, one, { mayHaveArrived: true })));
        await tx.put('meta', passRecord(NO_PASS, storedPauseOf(await tx.get('meta', 'pass'))));
      }),

    endPass: (pausedUntil, now) => change((tx) => addPause(tx, NO_PASS, pausedUntil, now)),

    storePause: (until, now) =>
      change(async (tx) => addPause(tx, openPassOf(await tx.get('meta', 'pass')), until, now)),

    currentPause: (now) =>
      store.transact('readonly', ['meta'], async (tx) => currentPauseOf(await tx.get('meta', 'pass'), now)),
  };
}
