import { median } from '../../support/median';

/** Scores from 0 to 100. */
export interface Scores {
  performance: number;
  accessibility: number;
  'best-practices': number;
}

/** The least scores of a page: its address without the host. The dashboard has charts. */
export const goalsOf = (page: string): Scores => ({
  performance: page === '/' ? 95 : 100,
  accessibility: 100,
  'best-practices': 100,
});

/** The median of each score by itself. */
export function medianScores(runs: readonly Scores[]): Scores {
  return {
    performance: median(runs.map((run) => run.performance)),
    accessibility: median(runs.map((run) => run.accessibility)),
    'best-practices': median(runs.map((run) => run['best-practices'])),
  };
}
