import {
  isPaused,
  NO_PAUSE,
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
   * last position among them. Entries that another pass may have sent get a mark, because the record of that pass is
   * replaced. A stored pause that does not apply to the pass is over. `syncRequestedAt` as in `isPaused`; times in ms
   * since 1970.
   */
  beginPass(id: string, syncRequestedAt: number | null, now: number): Promise<number>;
  /**
   * Stores that every try of this pass has its mark, and the pause that the server asked for (zeros for none). A pause
   * that another call was asked for meanwhile still applies. The record of another pass stays. `now` in ms since 1970.
   */
  endPass(id: string, pause: ServerPause, now: number): Promise<void>;
  /** Stores a pause that the server asked for outside a pass. */
  storePause(pause: ServerPause): Promise<void>;
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
  /** Adds a pause to the one that is stored already; the later end applies. The pass with the id `ended` has ended. */
  async function addPause(tx: RecordTransaction, ended: string | null, pause: ServerPause, now: number): Promise<void> {
    const stored = await tx.get('meta', 'pass');
    const known = currentPauseOf(stored, now);
    const open = passIdOf(stored) === ended ? NO_PASS : openPassOf(stored);
    await tx.put('meta', passRecord(open, pause.until > known.until ? pause : known));
  }
  /**
   * Marks the entries up to a position: they may have reached the server. So may those of a newer build, unless their
   * state has fields that this build does not know.
   */
  async function markSent(tx: RecordTransaction, openSeq: number): Promise<void> {
    const { entries, newer } = parseQueue(await readRawQueue(tx), null);
    const all = [...entries, ...newer.map((stub) => ({ entry: stub, summary: stub }))];
    const unmarked = all.filter(({ entry, summary }) => entry.seq <= openSeq && !summary.mayHaveArrived);
    await Promise.all(unmarked.map((one) => putMark(tx, one, { mayHaveArrived: true })));
  }
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);
  return {
    beginPass: (id, syncRequestedAt, now) =>
      change(async (tx) => {
        const [meta, pass] = await Promise.all([tx.get('meta', 'queue'), tx.get('meta', 'pass')]);
        const openSeq = readMeta(meta).seq;
        const isOther = passIdOf(pass) !== id && openSeqOf(pass) > 0;
        if (isOther) await markSent(tx, openSeqOf(pass));
        const pause = currentPauseOf(pass, now);
        await tx.put('meta', passRecord({ id, openSeq }, isPaused(pause, syncRequestedAt, now) ? pause : NO_PAUSE));
        return openSeq;
      }),

    endPass: (id, pause, now) => change((tx) => addPause(tx, id, pause, now)),

    storePause: (pause) => change((tx) => addPause(tx, null, pause, pause.since)),

    currentPause: (now) =>
      store.transact('readonly', ['meta'], async (tx) => currentPauseOf(await tx.get('meta', 'pass'), now)),
  };
}
