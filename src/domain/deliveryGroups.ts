import { deliveryDate } from './deliveryRules';
import { SECOND_MS } from './durations';
import { sumDollars } from './money';
import { boxCount, isForBox } from './refills';

/** The fields by which two deliveries are known to be the same. */
interface Refill {
  box: { _id: string; label: string };
  deliveredAt: string | null;
}

/** What the grouping needs of a delivery. */
interface Groupable extends Refill {
  _id: string;
  visit: { _id: string; outcome: string | null; note: string } | null;
  repName: string;
  location: { name: string };
  createdAt: string;
  total: number;
}

/** One row of the deliveries list (spec §2): the deliveries of one visit, or one delivery made outside a visit. */
export interface DeliveryGroup {
  /** Unique in the list. */
  key: string;
  /** `null` for a delivery outside a visit: it has no details to link to. */
  visitId: string | null;
  /** The newest of its deliveries' dates. */
  date: string;
  repName: string;
  locationName: string;
  boxes: number;
  outcome: string | null;
  note: string;
  /** Dollars. */
  total: number;
}

function groupOf(deliveries: readonly [Groupable, ...Groupable[]]): DeliveryGroup {
  const [first] = deliveries;
  const dates = deliveries.map(deliveryDate).sort();
  return {
    key: first.visit?._id ?? first._id,
    visitId: first.visit?._id ?? null,
    date: dates.at(-1) ?? '',
    repName: first.repName,
    locationName: first.location.name,
    boxes: boxCount(deliveries),
    outcome: first.visit?.outcome ?? null,
    note: first.visit?.note ?? '',
    total: sumDollars(deliveries.map((delivery) => delivery.total)),
  };
}

/** An instant to the second, since a server may keep no more of it; NaN for none. */
function secondOf(iso: string | null): number {
  return Math.floor(Date.parse(iso ?? '') / SECOND_MS);
}

/**
 * The deliveries of a list without those that another list has too. A waiting delivery whose response was lost is also
 * among the server's, and must not be shown twice.
 */
export function withoutSame<D extends Refill>(deliveries: readonly D[], others: readonly Refill[]): D[] {
  const isSame = (one: Refill, other: Refill) =>
    (isForBox(one, other.box) || isForBox(other, one.box)) && secondOf(one.deliveredAt) === secondOf(other.deliveredAt);
  return deliveries.filter((one) => !others.some((other) => isSame(one, other)));
}

/** Deliveries as rows by visit, in the order in which each visit first comes up. */
export function groupByVisit(deliveries: readonly Groupable[]): DeliveryGroup[] {
  const groups = new Map<string, [Groupable, ...Groupable[]]>();
  for (const delivery of deliveries) {
    const key = delivery.visit?._id ?? delivery._id;
    const group = groups.get(key);
    if (group) group.push(delivery);
    else groups.set(key, [delivery]);
  }
  return [...groups.values()].map(groupOf);
}
