import { useMemo } from 'react';
import { exportUnsent } from '../offline/outbox';
import type { CommandResult } from '../offline/outboxCommands';
import type { OutboxNames } from '../offline/queuedWrites';
import { syncRequested } from '../offline/actions';
import { type QueueState, selectBlockers, selectQueue } from '../offline/queueSlice';
import type { EntrySummary } from '../offline/entry';
import { named } from '../recording/intents';
import { WHOLE_LIST } from './caches/itemsCache';
import { useAppDispatch, useAppSelector } from './hooks';
import { mendEntry, type Mended } from './mending';
import { selectOwnEntries } from './pending';
import type { AppThunk } from './storeTypes';

/** The queue as its screen shows it: the signed-in user's entries, in the order made, and what to tell of the rest. */
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

/** What this device calls locations and boxes. */
export function useOutboxNames(): OutboxNames {
  const locations = useAppSelector((state) => state.locationsCache.byKey[WHOLE_LIST]?.value);
  const boxes = useAppSelector((state) => state.boxesCache.byKey);
  return useMemo(() => {
    const locationNames = new Map(locations?.map(({ _id, name }) => [_id, name]));
    const known = Object.values(boxes).flatMap(({ value }) => value);
    const boxLabels = new Map(known.map(({ _id, label }) => [_id, label]));
    return { locationName: (id) => locationNames.get(id) ?? '', boxLabel: (id) => boxLabels.get(id) ?? '' };
  }, [locations, boxes]);
}

export const discardEntries = named(
  'discardEntries',
  (ids: readonly string[], force: boolean): AppThunk<Promise<CommandResult>> =>
    (_dispatch, _getState, { choices }) =>
      choices.discard(ids, force),
);

export const unsentWork = named(
  'unsentWork',
  (): AppThunk<Promise<string>> =>
    (_, getState, { journal, now }) =>
      exportUnsent({ journal, now: now(), userId: getState().session.user?._id ?? '' }),
);

/** What a person may do in the outbox. */
export interface OutboxActions {
  /** Tries everything, what the server refused too. */
  sync: () => void;
  retry: (id: string) => void;
  /** Drops entries; rejects when the disk fails, with nothing changed. `force`: also what may be recorded already. */
  discard: (ids: readonly string[], force: boolean) => Promise<CommandResult>;
  mend: (id: string, part: object) => Promise<Mended>;
  /** All unsent work as JSON text. */
  unsentWork: () => Promise<string>;
}

export function useOutboxActions(): OutboxActions {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      sync: () => void dispatch(syncRequested({})),
      retry: (id) => void dispatch(syncRequested({ only: id })),
      discard: (ids, force) => dispatch(discardEntries(ids, force)),
      mend: (id, part) => dispatch(mendEntry(id, part, false)),
      unsentWork: () => dispatch(unsentWork()),
    }),
    [dispatch],
  );
}
