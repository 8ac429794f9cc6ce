import { useState } from 'react';
import type { Delivery } from '../../../contract/deliveries';
import { type DeliveryGroup, groupByVisit } from '../../../domain/deliveryGroups';

const isSame = (one: DeliveryGroup, other: DeliveryGroup) =>
  (Object.keys(one) as (keyof DeliveryGroup)[]).every((field) => one[field] === other[field]);

/** The groups of the deliveries; those that are the same as before are the same objects. */
function regroup(deliveries: readonly Delivery[], before: readonly DeliveryGroup[]): DeliveryGroup[] {
  const known = new Map(before.map((group) => [group.key, group]));
  return groupByVisit(deliveries).map((group) => {
    const last = known.get(group.key);
    return last && isSame(group, last) ? last : group;
  });
}

/**
 * The deliveries as rows by visit. Each response has new objects. A row that shows the same keeps its object, so that
 * the table renders only the rows that have changed. The deliveries must keep their identity between renders.
 */
export function useGroups(deliveries: readonly Delivery[]): readonly DeliveryGroup[] {
  const [last, setLast] = useState(() => ({ deliveries, groups: groupByVisit(deliveries) }));
  if (last.deliveries === deliveries) return last.groups;
  const groups = regroup(deliveries, last.groups);
  setLast({ deliveries, groups });
  return groups;
}
