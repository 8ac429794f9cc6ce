import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo } from 'react';
import { takenDeliveriesApi } from '../../api/takenDeliveriesApi';
import { lastOfEachBox, type TakenDelivery, takenDelivery } from '../../domain/lastTaken';
import { lastTakenInto } from '../../domain/sameAsLast';
import { useWithEdits } from './deliveryReads';
import { useAppSelector } from '../root/hooks';
import { usePendingDeliveries } from './pendingDeliveries';

const NONE: TakenDelivery[] = [];

/** The last delivery of each box of a location. */
export interface LastTaken {
  /** The newest delivery of each box, newest first; waiting ones included. */
  taken: TakenDelivery[];
  /** The last delivery of the box, else of the location; `null` when none is known. */
  last: TakenDelivery | null;
  /** true while the request runs and nothing is known yet. */
  loading: boolean;
  /** true when the request failed and nothing is known. */
  isUnknown: boolean;
}

/** The last deliveries of a location and of one of its boxes, by any rep; fetched where this device has no copy. */
export function useLastTaken(locationId: string, boxId: string): LastTaken {
  const cached = useAppSelector((state) => state.lastTakenCache.byKey[locationId]?.value);
  const history = takenDeliveriesApi.useListTakenDeliveriesQuery(locationId && !cached ? locationId : skipToken);
  const boxes = useAppSelector((state) => state.boxesCache.byKey[locationId]?.value);
  const byVisit = useAppSelector((state) => state.visitDeliveriesCache.byKey);
  const waiting = usePendingDeliveries(useCallback(({ about }) => about.location === locationId, [locationId]));
  const withEdits = useWithEdits();
  const taken = useMemo(() => {
    const ofLocation = Object.values(byVisit).flatMap(({ value }) =>
      value.filter((delivery) => delivery.location._id === locationId),
    );
    // This device's deliveries come first, because they include queued edits.
    const here = [...waiting, ...ofLocation].flatMap((one) => takenDelivery(withEdits(one)) ?? []);
    return lastOfEachBox([...here, ...(cached ?? NONE)]);
  }, [byVisit, waiting, withEdits, cached, locationId]);
  const box = boxes?.find(({ _id }) => _id === boxId) ?? { _id: boxId, label: '' };
  const isNothingKnown = taken.length === 0;
  return {
    taken,
    last: lastTakenInto(taken, box),
    loading: history.isFetching && isNothingKnown,
    isUnknown: history.isError && isNothingKnown,
  };
}
