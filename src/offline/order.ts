/**
 * The order in which changes were made: by the counter of the disk, which every tab shares. Clocks go back and
 * differ between tabs; the counter does neither. The id breaks a tie that only a damaged disk could hold.
 */
export function byOrderMade(a: { seq: number; id: string }, b: { seq: number; id: string }): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
