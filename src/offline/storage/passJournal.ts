import { openSeqOf, type PassRecord, readMeta, restUntilOf } from './queueRecords';
import { parseQueue, QUEUE_STORES, readRawQueue } from './readQueue';
import type { RecordStore, RecordTransaction } from './recordStore';
import { stateOf } from './storedEntries';

/** What the disk notes of passes (offline model, points 7 and 11). Every method is one durable transaction. */
export interface PassJournal {
  /** Notes before a pass sends that entries may reach the server from now on; gives the last place this is noted for. */
  beginPass(): Promise<number>;
  /** Marks what a pass that was cut off may have sent. To be called by the one pass that runs, before it sends. */
  settleCutOff(): Promise<void>;
  /** Notes that every try of the pass has its mark, and until when the server asked to be left alone (0: it did not). */
  endPass(restUntil: number): Promise<void>;
  /** Notes until when the server asked to be left alone, outside a pass. Times in ms since 1970. */
  leaveAlone(until: number): Promise<void>;
  /** Until when the server asked to be left alone, whichever tab it told, ms since 1970; 0: it did not. */
  restUntil(): Promise<number>;
}

const passRecord = (openSeq: number, restUntil = 0): PassRecord => ({ name: 'pass', openSeq, restUntil });

export function createPassJournal(store: RecordStore): PassJournal {
  const change = <T>(work: (tx: RecordTransaction) => Promise<T>) => store.transact('readwrite', QUEUE_STORES, work);
  return {
    beginPass: () =>
      change(async (tx) => {
        const openSeq = readMeta(await tx.get('meta', 'queue')).seq;
        await tx.put('meta', passRecord(openSeq));
        return openSeq;
      }),

    settleCutOff: () =>
      change(async (tx) => {
        const raw = await readRawQueue(tx);
        const { entries, openSeq } = parseQueue(raw, true);
        const doubted = entries.filter(({ entry, summary }) => entry.seq <= openSeq && !summary.mayHaveArrived);
        await Promise.all(doubted.map((one) => tx.put('states', { ...stateOf(one), mayHaveArrived: true })));
        await tx.put('meta', passRecord(0));
      }),

    endPass: (restUntil) => change((tx) => tx.put('meta', passRecord(0, restUntil))),

    leaveAlone: (until) =>
      change(async (tx) => {
        const pass = await tx.get('meta', 'pass');
        await tx.put('meta', passRecord(openSeqOf(pass), Math.max(until, restUntilOf(pass))));
      }),

    restUntil: () => store.transact('readonly', ['meta'], async (tx) => restUntilOf(await tx.get('meta', 'pass'))),
  };
}
