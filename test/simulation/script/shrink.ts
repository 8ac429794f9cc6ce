/**
 * The smallest list found that still fails: takes away halves, then quarters, and so on, until no single part can go.
 * Stops at `until`, ms since 1970.
 */
export async function shrink<T>(
  list: readonly T[],
  fails: (list: T[]) => Promise<boolean>,
  until: number,
): Promise<T[]> {
  let best = [...list];
  let size = Math.ceil(best.length / 2);
  while (size >= 1) {
    let hasShrunk = false;
    for (let from = best.length - size; from > -size && Date.now() < until; from -= size) {
      const smaller = [...best.slice(0, Math.max(0, from)), ...best.slice(from + size)];
      if (smaller.length === best.length || !(await fails(smaller))) continue;
      best = smaller;
      hasShrunk = true;
    }
    if (Date.now() >= until || (size === 1 && !hasShrunk)) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return best;
}
