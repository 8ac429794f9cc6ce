import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { asRecord, asText } from '../../api/parsers/values';
import { type QueuedWrite, type WriteResult, writeRequested } from '../../api/client/writes';
import type { Transport } from '../../api/client/transport';
import { messages } from '../../domain/messages';
import { entryQueued, entrySentAtOnce, replayReported } from '../actions';
import { createBlockers } from '../dependencies';
import { type EntryState, type EntrySummary, freshState, type NewEntry, summarize } from '../entry';
import { type ResolveId, resolverOf } from '../localIds';
import type { WithQueue } from '../queueSlice';
import { rowOf } from '../queuedWrites';
import { classify } from '../replay/classify';
import type { ReplaySummary } from '../replay/replaySummary';
import { sendEntry } from '../replay/sendEntry';
import type { QueueJournal } from '../storage/queueJournal';
import type { TabLocks } from '../tabs/locks';
import { type FirstTry, startFirstTry } from './firstTry';
import { newEntry } from './newEntry';
import { createSaver } from './saveEntry';

export interface OfflineQueueOptions<State extends WithQueue> {
  journal: QueueJournal;
  transport: Transport;
  locks: TabLocks;
  /** ms since 1970 */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs the work once after the delay. Returns a function that cancels it. */
  schedule(work: () => void, delayMs: number): () => void;
  /** The id of the user who is signed in on this device; `null` for nobody. */
  userId(state: State): string | null;
  /** The open visit of a rep at a location, visits started offline included, as the server would return it. */
  findOpenVisit(state: State, locationId: string, repId: string | null): unknown;
  /** The location of a visit; `null` when the device does not know it. */
  locationOfVisit(state: State, visitId: string): string | null;
  /** Whether an earlier try of a form's write may have reached the server. */
  hasDoubt(state: State, writeId: string): boolean;
  /** Resolves after the first read of the disk, or when that takes too long. */
  whenKnown(): Promise<void>;
  /** Asks the browser to keep this app's storage; called at the first append. */
  askToPersist(): void;
  /** Tells the other tabs that the queue changed. */
  broadcast(report: ReplaySummary | null): void;
  /** The action that invalidates the cached reads that a sent entry has changed. */
  staleAfterReplay(): UnknownAction;
}

/**
 * How often a submit asks for the lock of an entry that another tab sends, and the time in between, ms. Within 4 s the
 * other tab gets its response or reports the change as saved.
 */
const LOCK_TRIES = 42;
const LOCK_WAIT_MS = 100;

const queuedAs = ({ id, creates }: Pick<EntrySummary, 'id' | 'creates'>) => ({
  data: { queued: true as const, id, localId: creates },
});

/** The result of a submit without a signed-in user: the change would have no owner. */
const SIGNED_OUT: WriteResult = {
  error: { kind: 'http', status: 401, message: null, body: '', retryAfterMs: null },
};

/** The result of a submit whose id is on disk already. The body of that entry never changes (invariant 5). */
const resultOfSaved = (saved: NewEntry, { body }: NewEntry): WriteResult =>
  JSON.stringify(saved.body) === JSON.stringify(body)
    ? queuedAs(saved)
    : { error: { kind: 'validation', text: messages.savedOtherwise } };

/**
 * Carries out the writes that may be queued. Dispatching `writeRequested` returns a promise of the server's response,
 * of the `Queued` marker once the change is on disk, or of an error. All other actions pass through.
 */
export function createOfflineQueueMiddleware<State extends WithQueue>(
  options: OfflineQueueOptions<State>,
): Middleware<unknown, State> {
  const { journal, transport, locks, now } = options;
  const save = createSaver(journal);
  const firstTries = new Map<string, FirstTry>();
  /** The running submits of this tab, by write id. */
  const submits = new Map<string, Promise<WriteResult>>();
  let persistenceAsked = false;

  return ({ dispatch, getState }) => {
    const resolve: ResolveId = (id) => resolverOf(getState().queue.serverIds)(id);

    /** The visit that is open here already; that of another person who is signed in by now is none. */
    function openVisitFor(write: QueuedWrite, ownerId: string): unknown {
      const { noun, kind } = rowOf(write.call);
      const isStart = noun === 'visit' && kind === 'create';
      if (!isStart || options.userId(getState()) !== ownerId) return null;
      const body = asRecord(write.body);
      return options.findOpenVisit(getState(), asText(body.location), asText(body.rep) || null);
    }

    /** The change is on disk. Only now may the person be told so. */
    async function announce(
      write: QueuedWrite,
      summary: EntrySummary,
      mark: Partial<EntryState>,
      endWait: (() => void) | null,
    ): Promise<WriteResult> {
      const { id } = summary;
      const openVisit = openVisitFor(write, summary.userId);
      // Another tab may have told a person meanwhile that it is saved: then it stays.
      const dropped = openVisit ? await journal.remove([id], true).catch(() => []) : [];
      if (dropped.length > 0) return { data: openVisit };
      const isMarked = Object.keys(mark).length > 0;
      const marked = isMarked ? await journal.mark(id, mark).catch(() => null) : null;
      dispatch(entryQueued(marked ?? { ...summary, ...mark }));
      endWait?.();
      options.broadcast(null);
      return queuedAs(summary);
    }

    function reportLate(entry: EntrySummary, counts: { pushed: number; refused: number }): void {
      const remaining = getState().queue.entries.filter(({ userId }) => userId === entry.userId).length;
      const report: ReplaySummary = {
        ...counts,
        userId: entry.userId,
        remaining,
        ended: 'finished',
        retryAfterMs: null,
        at: now(),
      };
      dispatch(replayReported(report));
      if (counts.pushed > 0) dispatch(options.staleAfterReplay());
      options.broadcast(report);
    }

    /** Sends a write that the disk does not accept, if it waits for no earlier entry. It is never "Saved locally". */
    async function sendUnsaved(write: NewEntry): Promise<WriteResult> {
      const entry = { ...write, seq: Number.MAX_SAFE_INTEGER };
      const summary = summarize(entry, freshState(entry));
      // This read also shows which entries are on a first try in other tabs.
      const queue = await journal.load(now(), null).catch(() => null);
      const blockers = createBlockers(resolve);
      const others = queue?.entries.filter((other) => other.entry.id !== entry.id) ?? [];
      for (const other of [...others.map((one) => one.summary), ...(queue?.newer ?? [])]) blockers.add(other);
      // After the queue: what was sent by then has left its version.
      const ifMatch = await journal.ifMatch(entry).catch(() => entry.baseVersion);
      const isFree = queue && summary.localIdRefs.every((id) => resolve(id) !== id);
      // The session may have ended meanwhile.
      if (options.userId(getState()) !== write.userId) return SIGNED_OUT;
      if (!isFree || blockers.find(summary) !== null) {
        return { error: { kind: 'storage', mayHaveArrived: false } };
      }
      const response = await sendEntry(transport, entry, { resolve, ifMatch, attempts: 0 });
      if (response.ok) {
        dispatch(entrySentAtOnce({ entry: summary, response: response.data, at: now() }));
        return { data: response.data };
      }
      const isAnswered = classify(response.failure) !== 'noResponse';
      return { error: isAnswered ? response.failure : { kind: 'storage', mayHaveArrived: true } };
    }

    function entryFor(write: QueuedWrite, userId: string): NewEntry {
      const locationOfVisit = (id: string) => options.locationOfVisit(getState(), id);
      const firstTry = getState().queue.reachable || options.hasDoubt(getState(), write.id);
      return newEntry(write, { userId, locationOfVisit, firstTry });
    }

    /** Takes an entry's lock; announces to all tabs if a person waits for a first try. `null` without the lock. */
    async function acquireEntry(id: string, firstTry: boolean) {
      const unlock = await locks.holdEntry(id);
      if (!unlock) return null;
      const endWait = firstTry ? await locks.beginActivity(id) : null;
      const release = () => {
        endWait?.();
        unlock();
      };
      return { endWait, release };
    }

    /** Returns `null` when another submit is sending it, in this tab or another. */
    async function saveAndSend(write: QueuedWrite, entry: NewEntry): Promise<WriteResult | null> {
      const firstTry = getState().queue.reachable;
      const hasDoubt = options.hasDoubt(getState(), write.id);
      // Without a connection the visit that is open here goes on: nothing is to be saved for it.
      const openVisit = firstTry ? null : openVisitFor(write, entry.userId);
      // The disk is read while the lock is asked for; without the lock nothing is written.
      const acquired = acquireEntry(write.id, firstTry);
      const isHeld = acquired.then((lock) => lock !== null);
      const [lock, saved] = await Promise.all([acquired, openVisit ? null : save(entry, isHeld)]);
      if (!lock) return null;
      const { release, endWait } = lock;
      if (openVisit || saved?.wasSaved) release();
      if (openVisit) return { data: openVisit };
      if (saved?.wasSaved) return resultOfSaved(saved.entry, entry);
      if (!saved) return sendUnsaved(entry).finally(release);
      if (!persistenceAsked) options.askToPersist();
      persistenceAsked = true;
      if (!firstTry) {
        return announce(write, saved.summary, hasDoubt ? { mayHaveArrived: true } : {}, endWait).finally(release);
      }

      const blockers = saved.waitsFor.map((id) => firstTries.get(id) ?? null);
      const started = startFirstTry(saved, blockers, {
        ...options,
        ...{ resolve, dispatch, hasDoubt, isOwnerHere: () => options.userId(getState()) === entry.userId },
        announce: (summary, mark) => announce(write, summary, mark, endWait),
        reportLate,
      });
      firstTries.set(entry.id, started);
      void started.wasRemoved.then(() => {
        firstTries.delete(entry.id);
        release();
      });
      return started.result;
    }

    async function carryOut(write: QueuedWrite, userId: string): Promise<WriteResult> {
      await options.whenKnown();
      for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
        const entry = entryFor(write, userId);
        const result = await saveAndSend(write, entry);
        if (result) return result;
        // Another submit sends this id. Once a person was told that it is saved, it stays on disk. Until then the tab
        // that sends it may remove it again.
        const stored = await journal.read(write.id, null).catch(() => null);
        const isSaved = stored && (stored.isMarked || !stored.entry.firstTry);
        if (isSaved) return resultOfSaved(stored.entry, entry);
        await new Promise<void>((wake) => void options.schedule(wake, LOCK_WAIT_MS));
      }
      // The holder of the lock may have sent it and may be suspended, like a frozen tab. Once marked, the entry stays
      // on disk until it is recorded or refused.
      const marked = await journal.mark(write.id, { mayHaveArrived: true }).catch(() => null);
      const stored = marked && (await journal.read(write.id, null).catch(() => null));
      if (!marked || !stored) return { error: { kind: 'storage', mayHaveArrived: true } };
      dispatch(entryQueued(marked));
      options.broadcast(null);
      return resultOfSaved(stored.entry, entryFor(write, userId));
    }

    return (next) => (action) => {
      if (!writeRequested.match(action)) return next(action);
      const userId = options.userId(getState());
      if (userId === null) return SIGNED_OUT;
      const write = action.payload;
      // A second submit in this tab joins the first.
      const running = submits.get(write.id) ?? carryOut(write, userId).finally(() => submits.delete(write.id));
      submits.set(write.id, running);
      return running;
    };
  };
}
