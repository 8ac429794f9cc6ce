/** What presses took, ms each. */
export interface Samples {
  /** A strict put of one record and nothing else. */
  rawPut: number[];
  /**
   * A strict transaction that reads a counter, and puts the counter and the record: the least that assigns a position.
   */
  countedPut: number[];
  /** From the press to the entry on disk. */
  durable: number[];
  /** From the press to the marker that lets the screen say "Saved locally". */
  reported: number[];
}

/** The value below which that share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
