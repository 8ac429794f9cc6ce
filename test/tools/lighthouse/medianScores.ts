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

/** The middle one; the upper of two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The median of each score by itself. */
export function medianScores(runs: readonly Scores[]): Scores {
  return {
    performance: median(runs.map((run) => run.performance)),
    accessibility: median(runs.map((run) => run.accessibility)),
    'best-practices': median(runs.map((run) => run['best-practices'])),
  };
}
