import {
  NO_REST,
  notedRestOf,
  openSeqOf,
  passIdOf,
  type PassRecord,
  readMeta,
  type Rest,
  restOf,
} from './queueRecords';
import { parseQueue, QUEUE_STORES, readRawQueue } from './readQueue';
import type { RecordStore, RecordTransaction } from './recordStore';
import { stateOf } from './storedEntries';

/** The records about passes on disk (offline model, points 7 and 11). Every method is one durable transaction. */
export interface PassJournal {
  /**
   * Stores, before the pass with this id sends, that entries may reach the server from now on. Returns the last
   * position of them.
   */
  beginPass(id: string): Promise<number>;
  /** Marks the entries that an interrupted pass may have sent. Called by the running pass before it sends. */
  settleCutOff(): Promise<void>;
  /**
   * Stores that every try of the pass has its mark, and the end of the pause that the server asked for (0 for none). A
   * pause that another call was asked for meanwhile still applies. Times in ms since 1970.
   */
  endPass(restUntil: number, now: number): Promise<void>;
  /** Stores the end of a pause that the server asked for outside a pass. */
  leaveAlone(until: number, now: number): Promise<void>;
  /** The pause that the server asked any tab for; zeros for none, or when it is over. */
  rest(now: number): Promise<Rest>;
}

type OpenPass = Pick<PassRecord, 'id' | 'openSeq'>;

const NO_PASS: OpenPass = { id: '', openSeq: 0 };
const openPassOf = (raw: unknown): OpenPass => ({ id: passIdOf(raw), openSeq: openSeqOf(raw) });
const passRecord = (open: OpenPass, rest: Rest): PassRecord => ({ name: 'pass', ...open, ...rest });

export function createPassJournal(store: RecordStore): PassJournal {
  /** Adds a pause to the one that is stored already; the later end applies. */
  async function addRest(tx: RecordTransaction, open: OpenPass, restUntil: number, now: number): Promise<void> {
    const known = restOf(await tx.get('meta', 'pass'), now);
    const isLonger = restUntil > known.restUntil;
    await tx.put('meta', passRecord(open, isLonger ? { restUntil, restSince: now } : known));
  }
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);
  return {
    beginPass: (id) =>
      change(async (tx) => {
        const [meta, pass] = await Promise.all([tx.get('meta', 'queue'), tx.get('meta', 'pass')]);
        const openSeq = readMeta(meta).seq;
        // A pause from before the pass is over. A pause that begins during the pass is not.
        await tx.put('meta', passRecord({ id, openSeq }, openSeqOf(pass) === 0 ? NO_REST : notedRestOf(pass)));
        return openSeq;
      }),

    settleCutOff: () =>
      change(async (tx) => {
        const raw = await readRawQueue(tx);
        const { entries, openSeq } = parseQueue(raw, null);
        const doubted = entries.filter(({ entry, summary }) => entry.seq <= openSeq && !summary.mayHaveArrived);
        await Promise.all(doubted.map((one) => tx.put('states', { ...stateOf(one), mayHaveArrived: true })));
        await tx.put('meta', passRecord(NO_PASS, NO_REST));
      }),

    endPass: (restUntil, now) => change((tx) => addRest(tx, NO_PASS, restUntil, now)),

    leaveAlone: (until, now) => change(async (tx) => addRest(tx, openPassOf(await tx.get('meta', 'pass')), until, now)),

    rest: (now) => store.transact('readonly', ['meta'], async (tx) => restOf(await tx.get('meta', 'pass'), now)),
  };
}
