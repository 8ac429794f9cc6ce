import { useMemo } from 'react';
import { exportUnsent } from '../../offline/describeEntry';
import type { CommandResult } from '../../offline/outboxCommands';
import type { OutboxNames } from '../../offline/queuedWrites';
import { syncRequested } from '../../offline/actions';
import { type QueueState, selectBlockers, selectQueue } from '../../offline/queueSlice';
import type { EntrySummary } from '../../offline/entry';
import { recordable } from '../../recording/core/intents';
import { ALL_KEY } from '../slices/itemsCache';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import { selectOwnEntries } from '../pending/pendingSelectors';
import { outboxCommands } from './outboxCommands';
import { acceptRecorded, moveToNewVisit, retryEntry, sendMine, type RefusedWayOut, wayOutOf } from './refusedEntries';
import type { AppThunk } from '../root/types';

/** The queue as its screen shows it: the signed-in user's entries in the order made, and notices about all others. */
export interface Outbox
  extends Omit<QueueState, 'entries' | 'serverIds' | 'changes' | 'lastReplay' | 'newer' | 'firstTries' | 'reachable'> {
  entries: EntrySummary[];
  /** For each entry that waits for an earlier one, the id of that one. */
  blockers: ReadonlyMap<string, string>;
  /** The server has not said yet, since the app was opened, that this person is signed in: nothing is sent before. */
  unconfirmed: boolean;
  /** How many of this person's changes a newer version of the app made. */
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

/** What a device with these locations and boxes calls them. */
export function namesOf(
  locations: readonly { _id: string; name: string }[] | undefined,
  boxes: Record<string, { value: readonly { _id: string; label: string }[] }>,
): OutboxNames {
  const locationNames = new Map(locations?.map(({ _id, name }) => [_id, name]));
  const known = Object.values(boxes).flatMap(({ value }) => value);
  const boxLabels = new Map(known.map(({ _id, label }) => [_id, label]));
  return { locationName: (id) => locationNames.get(id) ?? '', boxLabel: (id) => boxLabels.get(id) ?? '' };
}

/** What this device calls locations and boxes. */
export function useOutboxNames(): OutboxNames {
  const locations = useAppSelector((state) => state.locationsCache.byKey[ALL_KEY]?.value);
  const boxes = useAppSelector((state) => state.boxesCache.byKey);
  return useMemo(() => namesOf(locations, boxes), [locations, boxes]);
}

/** What this device calls an item. */
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

/** What can be done about a refused entry beside editing and discarding it; `null` for nothing. */
export function useWayOut(entry: EntrySummary): RefusedWayOut | null {
  const visits = useAppSelector((state) => state.visitsCache);
  const queue = useAppSelector((state) => state.queue);
  return useMemo(() => wayOutOf({ visitsCache: visits, queue }, entry), [visits, queue, entry]);
}

/** What a person may do in the outbox. */
export interface OutboxActions {
  /** Tries everything, what the server refused too. */
  sync: () => void;
  retry: (id: string) => void;
  /** Drops entries; rejects when the disk fails, with nothing changed. `force`: also what may be recorded already. */
  discard: (ids: readonly string[], force: boolean) => Promise<CommandResult>;
  /** Sends a change over what somebody else made of it meanwhile. */
  sendMine: (id: string, version: number | null) => Promise<CommandResult>;
  /** Takes what the server has recorded otherwise, or changes that to what the entry says. */
  acceptRecorded: (id: string, toMine: boolean) => Promise<CommandResult>;
  /** Puts a delivery that came too late for its visit into a new one. `force`: also what may be recorded already. */
  moveToNewVisit: (id: string, force: boolean) => Promise<CommandResult>;
  /** All unsent work as JSON text. */
  unsentWork: () => Promise<string>;
}

export function useOutboxActions(): OutboxActions {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      sync: () => void dispatch(syncRequested({})),
      retry: (id) => void dispatch(retryEntry(id)),
      discard: (ids, force) => dispatch(discardEntries(ids, force)),
      sendMine: (id, version) => dispatch(sendMine(id, version)),
      acceptRecorded: (id, toMine) => dispatch(acceptRecorded(id, toMine)),
      moveToNewVisit: (id, force) => dispatch(moveToNewVisit(id, force)),
      unsentWork: () => dispatch(unsentWork()),
    }),
    [dispatch],
  );
}
