import { NO_REST, notedRestOf, openSeqOf, type PassRecord, readMeta, type Rest, restOf } from './queueRecords';
import { parseQueue, QUEUE_STORES, readRawQueue } from './readQueue';
import type { RecordStore, RecordTransaction } from './recordStore';
import { stateOf } from './storedEntries';

/** What the disk notes of passes (offline model, points 7 and 11). Every method is one durable transaction. */
export interface PassJournal {
  /** Notes before a pass sends that entries may reach the server from now on; gives the last place this is noted for. */
  beginPass(): Promise<number>;
  /** Marks what a pass that was cut off may have sent. To be called by the one pass that runs, before it sends. */
  settleCutOff(): Promise<void>;
  /**
   * Notes that every try of the pass has its mark, and until when the server asked it to be left alone (0: it did not).
   * What it told another call meanwhile still holds. Times in ms since 1970.
   */
  endPass(restUntil: number, now: number): Promise<void>;
  /** Notes until when the server asked to be left alone, outside a pass. */
  leaveAlone(until: number, now: number): Promise<void>;
  /** Until when the server asked to be left alone, whichever tab it told; 0: it did not, or that time is over. */
  restUntil(now: number): Promise<number>;
}

const passRecord = (openSeq: number, rest: Rest): PassRecord => ({ name: 'pass', openSeq, ...rest });

export function createPassJournal(store: RecordStore): PassJournal {
  /** Notes a wish of the server's beside the one that holds already: the longer one counts. */
  async function addRest(tx: RecordTransaction, openSeq: number, restUntil: number, now: number): Promise<void> {
    const known = restOf(await tx.get('meta', 'pass'), now);
    const isLonger = restUntil > known.restUntil;
    await tx.put('meta', passRecord(openSeq, isLonger ? { restUntil, restSince: now } : known));
  }
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);
  return {
    beginPass: () =>
      change(async (tx) => {
        const [meta, pass] = await Promise.all([tx.get('meta', 'queue'), tx.get('meta', 'pass')]);
        const openSeq = readMeta(meta).seq;
        // What the server asked for before the pass is over for it; what it asks for meanwhile is not.
        await tx.put('meta', passRecord(openSeq, openSeqOf(pass) === 0 ? NO_REST : notedRestOf(pass)));
        return openSeq;
      }),

    settleCutOff: () =>
      change(async (tx) => {
        const raw = await readRawQueue(tx);
        const { entries, openSeq } = parseQueue(raw, true);
        const doubted = entries.filter(({ entry, summary }) => entry.seq <= openSeq && !summary.mayHaveArrived);
        await Promise.all(doubted.map((one) => tx.put('states', { ...stateOf(one), mayHaveArrived: true })));
        await tx.put('meta', passRecord(0, NO_REST));
      }),

    endPass: (restUntil, now) => change((tx) => addRest(tx, 0, restUntil, now)),

    leaveAlone: (until, now) => change(async (tx) => addRest(tx, openSeqOf(await tx.get('meta', 'pass')), until, now)),

    restUntil: (now) =>
      store.transact('readonly', ['meta'], async (tx) => restOf(await tx.get('meta', 'pass'), now).restUntil),
  };
}
