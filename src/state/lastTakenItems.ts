import { useMemo } from 'react';
import { deliveryDate } from '../domain/deliveryRules';
import { useAppSelector } from './hooks';

/** As many as fit on a phone without scrolling. */
const SHOWN = 8;

/** The ids of the items that a location took last, newest first, as far as this device knows its deliveries. */
export function useLastTakenItems(locationId: string): string[] {
  const byVisit = useAppSelector((state) => state.visitDeliveriesCache.byKey);
  return useMemo(() => {
    const here = Object.values(byVisit)
      .flatMap(({ value }) => value)
      .filter((delivery) => delivery.location._id === locationId)
      .sort((a, b) => Date.parse(deliveryDate(b)) - Date.parse(deliveryDate(a)));
    const ids = here.flatMap((delivery) => delivery.lines.map((line) => line.item._id));
    return [...new Set(ids)].slice(0, SHOWN);
  }, [byVisit, locationId]);
}
