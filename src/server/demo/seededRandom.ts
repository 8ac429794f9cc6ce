/** Random numbers that are the same for the same seed, so that every demo database has the same data. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number;
  /** True in `share` of the cases, a number from 0 to 1. */
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** `count` different elements of the list, in random order; all of them when the list is shorter. */
  sample: <T>(from: readonly T[], count: number) => T[];
}

/** mulberry32: small, fast and random enough for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    chance: (share) => next() < share,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new Error('Nothing to pick from');
      return picked;
    },
    sample: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(int(0, left.length - 1), 1)).flat();
    },
  };
}
