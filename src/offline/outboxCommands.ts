import type { UnknownAction } from '@reduxjs/toolkit';
import { asRecord, asText } from '../api/parsers/values';
import { errorStatus } from '../api/client/errors';
import { firstLoadCalls } from '../contract/firstLoadCalls';
import { entriesDiscarded, entriesReplaced, entryReplayed, syncRequested } from './actions';
import type { NewEntry } from './entry';
import type { QueueEnvironment } from './environment';
import {
  changedEntry,
  type EntryChange,
  isUnseen,
  type MovedEntry,
  movedEntries,
  type TargetVisit,
} from './entryChanges';
import { KEY_REUSED } from './replay/classify';
import { askAboutWrite } from './replay/sendEntry';
import { resultOf } from './replay/tryEntry';
import type { EntryToSend } from './storage/queueJournal';
import { completeEntries } from './storage/completeEntries';
import { wasReplaced } from './storage/endedWrites';
import type { QueueMeta } from './storage/queueRecords';
import type { RecordTransaction } from './storage/recordStore';
import { removeEntries } from './storage/removeEntries';
import { type Replacement, replaceEntries } from './storage/replaceEntries';
import { findEntry } from './storage/storedEntries';
import type { QueueChannel } from './tabs/queueChannel';

/**
 * The result of a person's command about a waiting entry. 'beingSent': a try is under way, or the server is processing
 * it. 'recorded': the server has recorded a write with its id already; the entry is sent once more. 'mayBeRecorded':
 * the server cannot tell, so the person decides (`force`). If another tab removed the entry: 'replaced' when another
 * entry stands in its place, 'discarded' when the server has not recorded it, 'gone' when the server does not say.
 */
export type CommandResult = 'done' | 'beingSent' | 'recorded' | 'mayBeRecorded' | 'replaced' | 'discarded' | 'gone';

/** The commands of a person about waiting entries. Each changes the disk first, or rejects with nothing changed. */
export interface OutboxCommands {
  /**
   * Drops entries, after a confirmation: one, or a whole chain that belongs to it, its first entry first. Other parts
   * of the chain may be gone already.
   */
  discard(ids: readonly string[], force: boolean): Promise<CommandResult>;
  /**
   * Replaces a refused entry by an edited one. It has `newId` if the server may have recorded something with its id,
   * which is cancelled first, or if forms over it have not shown the change (`isUnseen`). Otherwise it keeps its id.
   */
  edit(id: string, newId: string, change: EntryChange, force: boolean): Promise<CommandResult>;
  /** Moves entries into another visit. If that visit has to be started, the entries wait for its start. */
  moveToVisit(visit: TargetVisit, moved: readonly MovedEntry[], force: boolean): Promise<CommandResult>;
  /**
   * Accepts that the server has recorded the write of a refused entry with other content, in this response. The entry
   * is removed: as after a replay if the server has recorded it under this id, else as by a discard. The result of
   * `nextOf` replaces it: the write that changes the recorded content, and whether it is another one (`Replacement`).
   * `isOtherRecord`: the entry means another record than the recorded one, so what waits for it is not about that one.
   */
  acceptRecorded(
    id: string,
    response: unknown,
    isOtherRecord: boolean,
    nextOf: (found: EntryToSend) => Pick<Replacement, 'entry' | 'isOther'> | null,
  ): Promise<CommandResult>;
}

export interface OutboxCommandOptions extends Pick<QueueEnvironment, 'journal' | 'locks' | 'transport' | 'now'> {
  channel: QueueChannel;
  dispatch(action: UnknownAction): unknown;
  /** Whose entries they are. */
  userId: string;
}

/** Runs the last step of a command in one transaction, unless another tab took the lock and may have sent an entry. */
type Commit = <T>(step: (tx: RecordTransaction, meta: QueueMeta) => Promise<T>) => Promise<T | 'beingSent'>;

/** The work of a command with entries as they are on disk, whose locks it holds. */
type CommandWork = (found: EntryToSend[], commit: Commit) => Promise<CommandResult>;

/** The result of `DELETE /api/writes/{id}`. */
type Cancelled = 'cancelled' | 'recorded' | 'beingSent' | 'unknown';

export function createOutboxCommands(options: OutboxCommandOptions): OutboxCommands {
  const { journal, locks, transport, channel, now, dispatch, userId } = options;

  const publish = (action: UnknownAction) => {
    dispatch(action);
    channel.post({ type: 'queueChanged', report: null });
  };

  /** Cancels a write that may have arrived, so that it has no effect later (invariant 34). */
  async function cancel({ entry }: EntryToSend): Promise<Cancelled> {
    const response = await askAboutWrite(transport, firstLoadCalls.cancelWrite, entry);
    if (!response.ok) return errorStatus(response.failure) === 409 ? 'beingSent' : 'unknown';
    const state = asText(asRecord(response.data).state);
    if (state === 'cancelled') return 'cancelled';
    return state === 'done' ? 'recorded' : 'unknown';
  }

  /** The outcome of entries that another tab has removed from the disk. Asks the server whether it recorded them. */
  async function outcomeOfGone(ids: readonly string[]): Promise<CommandResult> {
    publish(entriesDiscarded({ ids }));
    const states = await Promise.all(
      ids.map(async (id) => {
        const response = await askAboutWrite(transport, firstLoadCalls.getWrite, { id, userId });
        return response.ok ? asText(asRecord(response.data).state) : '';
      }),
    );
    if (states.includes('done')) return 'recorded';
    const replaced = await journal.change((tx) => Promise.all(ids.map((id) => wasReplaced(tx, id))));
    if (replaced.includes(true)) return 'replaced';
    return states.every((state) => state === 'unknown' || state === 'cancelled') ? 'discarded' : 'gone';
  }

  /** Runs the work while holding the locks of these entries, with each entry as it is on disk. */
  async function withLocks(ids: readonly string[], work: CommandWork): Promise<CommandResult> {
    const releases: (() => void)[] = [];
    try {
      for (const id of ids) {
        const release = await locks.holdEntry(id);
        if (!release) return 'beingSent';
        releases.push(release);
      }
      // Read after the locks were taken: by then a running pass has marked those of these entries that it sent.
      const activities = await locks.activities();
      const found = await Promise.all(ids.map((id) => journal.read(id, activities)));
      const existing = found.filter((one) => one !== null);
      // The person has signed out in another tab meanwhile.
      if (existing.some(({ entry }) => entry.userId !== userId)) return 'gone';
      const missing = ids.filter((_, at) => found[at] === null);
      const commit: Commit = (step) =>
        journal.change(async (tx, meta) => {
          const present = await Promise.all(ids.map((id) => findEntry(tx, id, activities)));
          const isAsRead = present.every(
            (one, at) =>
              one?.summary.mayHaveArrived === found[at]?.summary.mayHaveArrived &&
              one?.summary.attempts === found[at]?.summary.attempts,
          );
          return isAsRead ? step(tx, meta) : 'beingSent';
        });
      return found[0] ? await work(existing, commit) : await outcomeOfGone(missing);
    } finally {
      for (const release of releases) release();
    }
  }

  /**
   * Runs the work under the locks of these entries, after the writes that may have arrived were cancelled at the
   * server, so that the entries may be dropped or get new ids. `mayChange`: whether the command still applies to an
   * entry; if not, nothing is cancelled. An entry that the server has recorded already is sent once more: the response
   * is the recorded one, or says that other content was recorded with this id (422).
   */
  async function withCancelled(
    ids: readonly string[],
    force: boolean,
    work: CommandWork,
    mayChange: (found: EntryToSend) => boolean = () => true,
  ): Promise<CommandResult> {
    let recorded: string | undefined;
    const result = await withLocks(ids, async (found, commit) => {
      if (!found.every(mayChange)) return 'gone';
      for (const one of found.filter(({ summary }) => summary.mayHaveArrived)) {
        const cancelled = await cancel(one);
        if (cancelled === 'recorded') recorded = one.entry.id;
        if (cancelled === 'recorded' || cancelled === 'beingSent') return cancelled;
        if (cancelled === 'unknown' && !force) return 'mayBeRecorded';
      }
      return work(found, commit);
    });
    if (recorded) dispatch(syncRequested({ only: recorded }));
    return result;
  }

  /** Replaces entries. `oldIds`: those that the screens show no longer. */
  async function replace(
    commit: Commit,
    oldIds: readonly string[],
    added: readonly NewEntry[],
    replacements: readonly Replacement[],
  ): Promise<'done' | 'beingSent'> {
    const entries = await commit((tx, meta) => replaceEntries(tx, meta, added, replacements));
    if (entries === 'beingSent') return entries;
    publish(entriesReplaced({ oldIds, entries }));
    return 'done';
  }

  return {
    discard: (ids, force) =>
      withCancelled(ids, force, async (_, commit) => {
        const removed = await commit((tx, meta) => removeEntries(tx, meta, ids));
        if (removed === 'beingSent') return removed;
        publish(entriesDiscarded({ ids: removed }));
        return 'done';
      }),

    edit: (id, newId, change, force) =>
      withCancelled([id], force, async ([old], commit) => {
        if (!old) return 'gone';
        const entry = changedEntry(old, newId, change);
        return replace(commit, [id], [], [{ oldId: id, entry, isOther: isUnseen(old.entry, change) }]);
      }),

    moveToVisit(target, moved, force) {
      const ids = moved.map(({ id }) => id);
      const move: CommandWork = (found, commit) =>
        replace(commit, ids, target.start ? [target.start] : [], movedEntries(found, moved, target));
      // Another tab may have moved them already.
      return withCancelled(ids, force, move, ({ entry }) => target.oldIds.includes(entry.visitId ?? ''));
    },

    acceptRecorded: (id, response, isOtherRecord, nextOf) =>
      withLocks([id], async ([found], commit) => {
        if (!found) return 'gone';
        const result = resultOf(found.entry, response, now());
        const next = nextOf(found);
        const mapping = isOtherRecord ? null : result.mapping;
        // Another user's record is no result of this write: changes made over the write must conflict with it.
        const isOwn = found.summary.lastError?.status === KEY_REUSED;
        const replaced = next
          ? await replace(commit, [], [], [{ ...next, oldId: id, mapping }])
          : await commit((tx, meta) =>
              isOwn ? completeEntries(tx, [{ ...result, mapping }]) : removeEntries(tx, meta, [id]),
            );
        if (replaced === 'beingSent') return replaced;
        // `entryReplayed` takes the old entry off the screens.
        publish(entryReplayed({ entry: found.summary, response, mapping, at: now(), isRecordedOtherwise: true }));
        return 'done';
      }),
  };
}
