import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations';
import type { Outcome } from '../../domain/outcomes';
import type { Random } from './seededRandom';

/** The demo looks back this many days, today included. */
const HISTORY_DAYS = 90;
/** The last day with visits of the rep who has left, counted from the first day. */
const LEFT_AFTER_DAY = 35;
/** Rounds begin at 13:00 UTC, the morning of the stores. */
const ROUND_STARTS_MS = 13 * HOUR_MS;

const NOTES: Record<Outcome, readonly string[]> = {
  completed: ['', '', '', 'All good, shelf cleaned.', 'Owner asked for more iced tea.', 'New cooler works well.'],
  partial: ['Cooler was being repaired.', 'Ran out of stock in the van, back on Thursday.', 'Counter was too busy.'],
  no_access: ['Closed for inventory.', 'Nobody with a key.', 'Road works, could not park.'],
  skipped: ['Still full from last time.', 'Store asked to skip this week.'],
  other: ['Box damaged, replacement ordered.', 'Delivered samples only.'],
};

export interface DemoRep {
  id: string;
  active: boolean;
}

export interface DemoStore {
  id: string;
  boxIds: readonly string[];
}

export interface DemoDelivery {
  storeId: string;
  boxId: string;
  repId: string;
  at: Date;
}

/** One visit with its deliveries. `submittedAt` and `outcome` are `null` while it is open. */
export interface DemoVisit {
  repId: string;
  storeId: string;
  startedAt: Date;
  submittedAt: Date | null;
  outcome: Outcome | null;
  note: string;
  deliveries: DemoDelivery[];
}

export interface DemoHistory {
  visits: DemoVisit[];
  /** Made outside any visit. */
  looseDeliveries: DemoDelivery[];
}

function pickOutcome(random: Random): Outcome {
  const roll = random.int(1, 100);
  if (roll <= 62) return 'completed';
  if (roll <= 80) return 'partial';
  if (roll <= 88) return 'no_access';
  return roll <= 96 ? 'skipped' : 'other';
}

function boxesRefilled(outcome: Outcome, store: DemoStore, random: Random): readonly string[] {
  if (outcome === 'completed') return store.boxIds;
  return outcome === 'partial' ? random.sample(store.boxIds, random.int(1, store.boxIds.length - 1)) : [];
}

function visitAt(rep: DemoRep, store: DemoStore, startedAt: Date, random: Random): DemoVisit {
  const outcome = pickOutcome(random);
  let at = startedAt.getTime();
  const deliveries = boxesRefilled(outcome, store, random).map((boxId) => {
    at += random.int(2, 7) * MINUTE_MS;
    return { storeId: store.id, boxId, repId: rep.id, at: new Date(at) };
  });
  const submittedAt = new Date(at + random.int(2, 6) * MINUTE_MS);
  return {
    repId: rep.id,
    storeId: store.id,
    startedAt,
    submittedAt,
    outcome,
    note: random.pick(NOTES[outcome]),
    deliveries,
  };
}

/** Started within the last hours, half refilled, not submitted. */
function openVisit(rep: DemoRep, store: DemoStore, now: Date, random: Random): DemoVisit {
  const startedAt = new Date(now.getTime() - random.int(30, 150) * MINUTE_MS);
  const deliveries = store.boxIds.slice(0, random.int(0, store.boxIds.length - 1)).map((boxId, index) => ({
    storeId: store.id,
    boxId,
    repId: rep.id,
    at: new Date(startedAt.getTime() + (index + 1) * 4 * MINUTE_MS),
  }));
  return { repId: rep.id, storeId: store.id, startedAt, submittedAt: null, outcome: null, note: '', deliveries };
}

/** One rep's round on one day: some of their stores, one after the other, as far as `now` allows. */
function roundOfDay(
  rep: DemoRep,
  stores: readonly DemoStore[],
  dayStart: number,
  now: Date,
  random: Random,
): DemoHistory {
  const history: DemoHistory = { visits: [], looseDeliveries: [] };
  let at = dayStart + ROUND_STARTS_MS + random.int(0, 60) * MINUTE_MS;
  for (const store of random.sample(stores, random.int(2, 5))) {
    const visit = visitAt(rep, store, new Date(at), random);
    if (visit.submittedAt === null || visit.submittedAt > now) break;
    history.visits.push(visit);
    at = visit.submittedAt.getTime() + random.int(15, 50) * MINUTE_MS;
    if (random.chance(0.02)) {
      const loose = { storeId: store.id, boxId: random.pick(store.boxIds), repId: rep.id, at: new Date(at) };
      if (loose.at <= now) history.looseDeliveries.push(loose);
    }
  }
  return history;
}

/** The days of the history as UTC midnights, Sundays left out, today always in. */
function workingDays(now: Date): number[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => today - (HISTORY_DAYS - 1 - index) * DAY_MS);
  return days.filter((day) => day === today || new Date(day).getUTCDay() !== 0);
}

/**
 * Ninety days of visits up to `now`: every rep has stores of their own, visits two to five of them a day, and
 * three of the reps are in the middle of a visit.
 */
export function demoHistory(
  reps: readonly DemoRep[],
  stores: readonly DemoStore[],
  now: Date,
  random: Random,
): DemoHistory {
  const history: DemoHistory = { visits: [], looseDeliveries: [] };
  const ownStores = (index: number) => stores.filter((_, position) => position % reps.length === index);
  workingDays(now).forEach((dayStart, dayIndex) => {
    reps.forEach((rep, index) => {
      if (!rep.active && dayIndex > LEFT_AFTER_DAY) return;
      const round = roundOfDay(rep, ownStores(index), dayStart, now, random);
      history.visits.push(...round.visits);
      history.looseDeliveries.push(...round.looseDeliveries);
    });
  });
  const activeReps = reps.map((rep, index) => ({ rep, stores: ownStores(index) })).filter(({ rep }) => rep.active);
  for (const { rep, stores: own } of activeReps.slice(0, 3))
    history.visits.push(openVisit(rep, random.pick(own), now, random));
  return history;
}
