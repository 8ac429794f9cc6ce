import type { Middleware } from '@reduxjs/toolkit';
import { type QueuedWrite, type WriteResult, writeRequested } from '../../api/client/writes';
import { FIRST_TRY_TIMEOUT_MS } from '../../domain/constants';
import { isLocalId } from '../../domain/ids';
import { entryQueued, idMapped, replayReported } from '../actions';
import type { EntryMark, EntrySummary, NewEntry, OrderedEntry } from '../entry';
import type { WriteEnvironment } from '../environment';
import { type ResolveId, resolverOf } from '../localIds';
import type { WithQueue } from '../queueSlice';
import { visitIdOf } from '../queuedWrites';
import type { ReplaySummary } from '../replay/replaySummary';
import { LOCK_WAIT_MS } from '../replay/timing';
import type { Appended } from '../storage/queueJournal';
import { isReported } from '../storage/queueRecords';
import { type FirstTry, startFirstTry } from './firstTry';
import { newEntry } from './newEntry';
import { createRemovals, retryOnce } from './removals';
import { createSaver } from './saveEntry';
import { haveResponses, isBlockedBy, sendUnsaved } from './sendUnsaved';
import { queuedAs, resultOfSaved, SIGNED_OUT, unlessEnded } from './writeResults';

/**
 * Carries out the writes that may be queued. Dispatching `writeRequested` returns a promise of the server's response,
 * of the `Queued` marker once the change is on disk, or of an error. All other actions pass through.
 */
export function createOfflineQueueMiddleware<State extends WithQueue>(
  options: WriteEnvironment<State>,
): Middleware<unknown, State> {
  const { journal, locks, channel, now } = options;
  const save = createSaver(journal);
  const removals = createRemovals(options);
  const broadcast = (report: ReplaySummary | null) => channel.post({ type: 'queueChanged', report });
  const firstTries = new Map<string, FirstTry>();
  /** The writes that this tab sends without a record on the disk. */
  const unsavedWrites = new Map<OrderedEntry, Promise<WriteResult>>();
  /** The running submits of this tab, by write id. */
  const submits = new Map<string, Promise<WriteResult>>();
  let persistenceRequested = false;

  return ({ dispatch, getState }) => {
    const resolve: ResolveId = (id) => resolverOf(getState().queue.serverIds)(id);
    const isHere = (userId: string) => options.userId(getState()) === userId;

    /**
     * What this device can respond itself; `null` for nothing, and if another user has signed in meanwhile. A submit
     * that is on its way ends the visit that a start would continue, and is not shown yet. It is on the disk, or this
     * tab sends it without a record.
     */
    async function localResponse(write: QueuedWrite, ownerId: string): Promise<unknown> {
      const known = isHere(ownerId) ? options.knownResponse(getState(), write) : null;
      // The start of a visit that waits itself is sent after what this one would wait for.
      if (!known || isLocalId(visitIdOf(known))) return known;
      const start = entryFor(write, ownerId, null);
      if ([...unsavedWrites.keys()].some((other) => isBlockedBy(start, other, resolve))) return null;
      const waitsFor = await journal.waitsFor(start).catch(() => []);
      const { entries, newer } = getState().queue;
      return waitsFor.every((id) => [...entries, ...newer].some((shown) => shown.id === id)) ? known : null;
    }

    /** Reports a change as saved that is on the disk. `null`: not reported, for the disk did not take the mark. */
    async function reportIfMarked(
      write: QueuedWrite,
      summary: EntrySummary,
      mark: EntryMark,
      endActivity: (() => void) | null,
    ): Promise<WriteResult | null> {
      const { id } = summary;
      const known = await localResponse(write, summary.userId);
      // A start that may still arrive stays: the submit of its visit waits for it. What another tab reported as saved
      // stays too.
      const isUnsent = known && !(mark.mayHaveArrived ?? summary.mayHaveArrived);
      const dropped = isUnsent ? await journal.remove([id], { mayHaveArrived: false }).catch(() => []) : [];
      if (dropped.length > 0) return { data: known };
      const isMarked = Object.keys(mark).length > 0;
      const marked = isMarked ? await retryOnce(() => journal.mark(id, mark, 0)) : summary;
      // Without its mark the entry counts as not reported: the same form in another tab would replace or remove it.
      if (marked === undefined) return null;
      // The entry is gone, perhaps by the removal above: a connection to the disk was lost before it gave the result.
      if (!marked && known) return { data: known };
      const mapping = { localId: summary.creates ?? '', serverId: visitIdOf(known), at: now() };
      const isMapped = known && (await journal.mapStart(id, mapping).catch(() => false));
      if (isMapped) dispatch(idMapped(mapping));
      dispatch(entryQueued(marked ?? { ...summary, ...mark }));
      endActivity?.();
      broadcast(null);
      return isMapped ? { data: known } : queuedAs(summary);
    }

    /**
     * The same for a form that has no response to wait for: without the mark it goes on as if the disk had not taken
     * the change. An entry that stays, or that another tab took, may be sent.
     */
    async function reportSaved(...saved: Parameters<typeof reportIfMarked>): Promise<WriteResult> {
      const reported = await reportIfMarked(...saved);
      if (reported) return reported;
      const [, { id, userId }, { mayHaveArrived = false }] = saved;
      // The form of a person who has signed out is gone. The entry stays for its owner.
      if (!isHere(userId)) return SIGNED_OUT;
      const removed = await removals.remove(id, { mayHaveArrived });
      return { error: { kind: 'storage', mayHaveArrived: mayHaveArrived || removed?.length !== 1 } };
    }

    /** Reports a change that was on the disk before: saved by another tab, or by an append whose result was lost. */
    function reportFound({ entry, summary }: Appended, submitted: NewEntry): WriteResult {
      dispatch(entryQueued(summary));
      broadcast(null);
      return resultOfSaved(entry, submitted);
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
      broadcast(report);
    }

    function entryFor(write: QueuedWrite, userId: string, unitPrices: number[] | null): NewEntry {
      const locationOfVisit = (id: string) => options.locationOfVisit(getState(), id);
      return newEntry(write, { userId, locationOfVisit, unitPrices, firstTry: getState().queue.reachable });
    }

    /** Takes an entry's lock; shows all tabs if a person waits for a first try. `null` without the lock. */
    async function acquireEntry(id: string, firstTry: boolean) {
      const unlock = await locks.holdEntry(id);
      if (!unlock) return null;
      const endActivity = firstTry ? await locks.beginActivity(id) : null;
      const release = () =>
        removals.unlockAfter(id, () => {
          endActivity?.();
          unlock();
        });
      return { endActivity, release };
    }

    /** Returns `null` when another submit is sending it, in this tab or another. */
    async function saveAndSend(
      write: QueuedWrite,
      entry: NewEntry,
      timeout: Promise<void>,
    ): Promise<WriteResult | null> {
      const isOnline = getState().queue.reachable;
      const hadTry = options.hasDoubt(getState(), write.id);
      // Without a connection, Start Visit continues the open visit, so there is nothing to save.
      const known = isOnline ? null : await localResponse(write, entry.userId);
      // The disk is read while the lock is requested. Without the lock nothing is written.
      const acquired = acquireEntry(write.id, isOnline);
      const isHeld = acquired.then((lock) => lock !== null);
      // The person sees at once that it is saved. Its doubt is in the same transaction.
      const mark = hadTry && !isOnline ? { mayHaveArrived: true } : undefined;
      const [lock, saved] = await Promise.all([acquired, known ? null : save(entry, isHeld, mark)]);
      if (!lock) return null;
      const { release, endActivity } = lock;
      if (known || saved?.wasSaved) release();
      if (known) return { data: known };
      if (saved?.wasSaved) return reportFound(saved, entry);
      const isOwnerHere = () => isHere(entry.userId);
      if (!saved)
        return sendUnsaved(entry, { ...options, resolve, dispatch, isOwnerHere, unsavedWrites }).finally(release);
      if (!persistenceRequested) options.askToPersist();
      persistenceRequested = true;
      const areUnsavedOver = haveResponses(saved.entry, [...unsavedWrites], resolve);
      if (!isOnline) {
        // Without the lock no pass sends it before an earlier write that is being sent without a record on the disk.
        const reported = reportSaved(write, saved.summary, {}, endActivity);
        return reported.finally(() => void areUnsavedOver.then(release, release));
      }

      // An entry that is not on its first try in this tab is sent by a pass.
      const blockers = saved.waitsFor.map((id) => firstTries.get(id)?.wasRemoved ?? Promise.resolve(false));
      if (unsavedWrites.size > 0) blockers.push(areUnsavedOver);
      const started = startFirstTry(saved, blockers, {
        ...options,
        resolve,
        dispatch,
        hasDoubt: saved.wasTried || hadTry,
        timeout,
        isOwnerHere,
        reportSaved: (summary, mark) => reportSaved(write, summary, mark, endActivity),
        removals,
        reportIfMarked: (summary, mark) => reportIfMarked(write, summary, mark, endActivity),
        reportLate,
      });
      firstTries.set(entry.id, started);
      void started.wasRemoved.then(() => {
        firstTries.delete(entry.id);
        release();
      });
      return started.result;
    }

    async function carryOut(write: QueuedWrite, userId: string, timeout: Promise<void>): Promise<WriteResult> {
      // Before the first wait: these are the prices of the form.
      const unitPrices = options.unitPricesOf(getState(), write.body);
      let isLate = false;
      void timeout.then(() => {
        isLate = true;
      });
      await options.whenQueueRead();
      do {
        const entry = entryFor(write, userId, unitPrices);
        const result = await saveAndSend(write, entry, timeout);
        if (result) return result;
        // Another submit sends this id. An entry that was reported as saved stays on disk. Until it is, the tab that
        // sends it may remove it again.
        const stored = await journal.read(write.id, null).catch(() => null);
        if (stored && isReported(stored)) return resultOfSaved(stored.entry, entry);
        await new Promise<void>((wake) => void options.schedule(wake, LOCK_WAIT_MS));
      } while (!isLate);
      // The tab with the lock may be suspended, like a frozen tab, before or after it has saved or sent the write. When
      // it wakes up it finds a marked entry, which it neither replaces nor removes.
      const entry = entryFor(write, userId, unitPrices);
      const saved = await save(entry, undefined, { mayHaveArrived: true });
      return saved ? reportFound(saved, entry) : { error: { kind: 'storage', mayHaveArrived: true } };
    }

    /** The result of a write, for which a person waits for at most 4 s (invariant 26). */
    function submit(write: QueuedWrite, userId: string): Promise<WriteResult> {
      const begunAt = now();
      let cancel = () => {};
      const timeout = new Promise<void>((resolveTimeout) => {
        cancel = options.schedule(resolveTimeout, FIRST_TRY_TIMEOUT_MS);
      });
      return carryOut(write, userId, timeout)
        .then((result) => unlessEnded(result, write.id, now() - begunAt, journal))
        .finally(() => {
          cancel();
          submits.delete(write.id);
        });
    }

    return (next) => (action) => {
      if (!writeRequested.match(action)) return next(action);
      const userId = options.userId(getState());
      if (userId === null) return SIGNED_OUT;
      const write = action.payload;
      // A second submit in this tab joins the first.
      const result = submits.get(write.id) ?? submit(write, userId);
      submits.set(write.id, result);
      return result;
    };
  };
}
