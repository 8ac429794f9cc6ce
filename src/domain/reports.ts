import { sumDollars } from './money';
import { OUTCOMES, type Outcome } from './outcomes';

interface RepRow {
  total: number;
  visitCount: number;
  deliveries: number;
}

/** The four figures over the charts, all from the rep productivity rows. `total` in dollars. */
export interface ReportTotals {
  total: number;
  visits: number;
  deliveries: number;
  /** The number of reps with at least one visit or delivery in the range. */
  repsActive: number;
}

/** Sums up the reps' rows: the dashboard's Total is the sum of the reps' totals. */
export function dashboardFigures(rows: readonly RepRow[]): ReportTotals {
  const sum = (read: (row: RepRow) => number) => rows.reduce((total, row) => total + read(row), 0);
  return {
    total: sumDollars(rows.map((row) => row.total)),
    visits: sum((row) => row.visitCount),
    deliveries: sum((row) => row.deliveries),
    repsActive: rows.filter((row) => row.visitCount > 0 || row.deliveries > 0).length,
  };
}

/** The `count` largest rows by a measure, largest first. The list given is left as it is. */
export function largest<Row>(rows: readonly Row[], measure: (row: Row) => number, count: number): Row[] {
  return [...rows].sort((a, b) => measure(b) - measure(a)).slice(0, count);
}

/** The outcomes that occur, in the order shown everywhere. */
export function occurringOutcomes(counts: Readonly<Record<Outcome, number>>): { outcome: Outcome; count: number }[] {
  return OUTCOMES.map((outcome) => ({ outcome, count: counts[outcome] })).filter(({ count }) => count > 0);
}
