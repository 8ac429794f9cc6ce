import { useMemo } from 'react';
import { exportUnsent, type OutboxNames } from '../offline/outbox';
import { missingAcknowledged, syncRequested } from '../offline/queueActions';
import { type QueueState, selectQueue } from '../offline/queueSlice';
import type { EntryHead } from '../offline/types';
import { named } from '../recording/intents';
import { WHOLE_LIST } from './caches/itemsCache';
import { useAppDispatch, useAppSelector } from './hooks';
import { mendEntry, type Mended } from './mending';
import { selectOwnHeads } from './pending';
import type { AppThunk } from './storeTypes';

/** The queue as its screen shows it: the signed-in user's entries, in the order made, and what to tell of the rest. */
export interface Outbox extends Omit<QueueState, 'heads' | 'serverIds' | 'changes' | 'lastReplay' | 'newer'> {
  entries: EntryHead[];
  /** The server has not said yet, since the app was opened, that this person is signed in: nothing is sent before. */
  unconfirmed: boolean;
  /** How many of this person's changes a newer version of the app made. */
  newer: number;
}

export function useOutbox(): Outbox {
  const { heads: _all, newer: ofNewerBuild, ...queue } = useAppSelector(selectQueue);
  const entries = useAppSelector(selectOwnHeads);
  const { user, verified } = useAppSelector((state) => state.session);
  const newer = ofNewerBuild.filter((one) => one.userId === user?._id).length;
  return { ...queue, newer, entries, unconfirmed: !verified };
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

export const discardEntry = named(
  'discardEntry',
  (id: string): AppThunk<Promise<boolean>> =>
    async (dispatch, _, { choices }) => {
      const isGone = await choices.discard(id);
      // What waited behind it may go now.
      if (isGone) dispatch(syncRequested({}));
      return isGone;
    },
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
  /** False when it is being sent or was sent; rejects when the disk fails, with nothing changed. */
  discard: (id: string) => Promise<boolean>;
  mend: (id: string, part: object) => Promise<Mended>;
  /** All unsent work as JSON text. */
  unsentWork: () => Promise<string>;
  acknowledgeMissing: () => void;
}

export function useOutboxActions(): OutboxActions {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      sync: () => void dispatch(syncRequested({})),
      retry: (id) => void dispatch(syncRequested({ only: id })),
      discard: (id) => dispatch(discardEntry(id)),
      mend: (id, part) => dispatch(mendEntry(id, part)),
      unsentWork: () => dispatch(unsentWork()),
      acknowledgeMissing: () => void dispatch(missingAcknowledged()),
    }),
    [dispatch],
  );
}
