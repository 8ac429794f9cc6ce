import { useMemo } from 'react';
import { exportUnsent } from '../../offline/describeEntry';
import type { CommandResult } from '../../offline/outboxCommands';
import type { OutboxNames } from '../../offline/queuedWrites';
import { syncRequested } from '../../offline/actions';
import { type QueueState, selectBlockers, selectQueue } from '../../offline/queueSlice';
import type { EntrySummary } from '../../offline/entry';
import { recordable } from '../../recording/core/intents';
import { useKnownLocations } from '../catalogue/knownLocations';
import { ALL_KEY } from '../slices/itemsCache';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import { selectOwnEntries } from '../pending/pendingSelectors';
import { outboxCommands } from './outboxCommands';
import { acceptRecorded, moveToNewVisit, retryEntry, sendMine } from './refusedEntries';
import { isContinuedWithout, type RefusedResolution, resolutionOf } from './resolution';
import type { AppThunk } from '../root/types';

/** The queue as its screen shows it: the signed-in user's entries in the order made, and notices about all others. */
export interface Outbox
  extends Omit<QueueState, 'entries' | 'serverIds' | 'edits' | 'lastReplay' | 'newer' | 'firstTries' | 'reachable'> {
  entries: EntrySummary[];
  /** For each entry that waits for another one, the id of that one. */
  blockers: ReadonlyMap<string, string>;
  /** true while the server has not confirmed the user since the app's start. Nothing is sent before. */
  unconfirmed: boolean;
  /** The number of this user's changes that a newer version of the app saved. */
  newer: number;
}

export function useOutbox(): Outbox {
  const { entries: _all, newer: ofNewerBuild, ...queue } = useAppSelector(selectQueue);
  const entries = useAppSelector(selectOwnEntries);
  const { user, verified } = useAppSelector((state) => state.session);
  const blockers = useAppSelector(selectBlockers);
  const newer = ofNewerBuild.filter((one) => one.userId === user?._id).length;
  return { ...queue, newer, entries, blockers, unconfirmed: !verified };
}

/** The names of these locations and boxes. */
export function namesOf(
  locations: readonly { _id: string; name: string }[] | undefined,
  boxes: Record<string, { value: readonly { _id: string; label: string }[] }>,
): OutboxNames {
  const locationNames = new Map(locations?.map(({ _id, name }) => [_id, name]));
  const known = Object.values(boxes).flatMap(({ value }) => value);
  const boxLabels = new Map(known.map(({ _id, label }) => [_id, label]));
  return { locationName: (id) => locationNames.get(id) ?? '', boxLabel: (id) => boxLabels.get(id) ?? '' };
}

/** The names of the locations and boxes on this device. */
export function useOutboxNames(): OutboxNames {
  const locations = useKnownLocations();
  const boxes = useAppSelector((state) => state.boxesCache.byKey);
  return useMemo(() => namesOf(locations, boxes), [locations, boxes]);
}

/** Returns a function that gives the name of an item on this device. */
export function useItemName(): (id: string) => string {
  const items = useAppSelector((state) => state.itemsCache.byKey[ALL_KEY]?.value);
  return useMemo(() => {
    const names = new Map(items?.map(({ _id, name }) => [_id, name]));
    return (id) => names.get(id) ?? '';
  }, [items]);
}

export const discardEntries = recordable(
  'discardEntries',
  (ids: readonly string[], force: boolean): AppThunk<Promise<CommandResult>> =>
    (dispatch) =>
      dispatch(outboxCommands()).discard(ids, force),
);

export const unsentWork = recordable(
  'unsentWork',
  (): AppThunk<Promise<string>> =>
    (_, getState, { journal, now }) =>
      exportUnsent({ journal, now: now(), userId: getState().session.user?._id ?? '' }),
);

/** The further action for a refused entry, besides editing and discarding; `null` for none. */
export function useRefusedResolution(entry: EntrySummary): RefusedResolution | null {
  const visitsCache = useAppSelector((state) => state.visitsCache);
  const locationsCache = useAppSelector((state) => state.locationsCache);
  const queue = useAppSelector((state) => state.queue);
  const session = useAppSelector((state) => state.session);
  return useMemo(
    () => resolutionOf({ visitsCache, locationsCache, queue, session }, entry),
    [visitsCache, locationsCache, queue, session, entry],
  );
}

/** Whether the next visit at the location continues the visit of this entry, a submit, if the entry is discarded. */
export function useIsContinuedWithout(entry: EntrySummary, all: readonly EntrySummary[]): boolean {
  return isContinuedWithout(entry, useRefusedResolution(entry), all);
}

/**
 * The actions of the outbox screen. Those that return a `CommandResult` reject when the disk fails, with nothing
 * changed. `force`: also an entry that may be recorded already.
 */
export function useOutboxActions() {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      /** Tries all entries, refused ones included. */
      sync: () => void dispatch(syncRequested({})),
      retry: (id: string) => void dispatch(retryEntry(id)),
      discard: (ids: readonly string[], force: boolean) => dispatch(discardEntries(ids, force)),
      /** Sends a change based on the version of another user. */
      sendMine: (id: string, version: number | null) => dispatch(sendMine(id, version)),
      /** Accepts the other content that the server has recorded, or changes it to the content of the entry. */
      acceptRecorded: (id: string, toMine: boolean) => dispatch(acceptRecorded(id, toMine)),
      /** Moves a delivery, and what else belongs to its visit, into a new visit. */
      moveToNewVisit: (id: string, force: boolean) => dispatch(moveToNewVisit(id, force)),
      /** All unsent entries as JSON text. */
      unsentWork: () => dispatch(unsentWork()),
    }),
    [dispatch],
  );
}
