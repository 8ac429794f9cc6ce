import { byOrderMade } from './order';
import type { EntryHead } from './types';

/*
 * The list of heads, changed as the plain array it is. Through Immer's drafts each look over ten thousand heads
 * would make ten thousand proxies, and saving a change would take longer the more of them wait.
 */

type Heads = readonly EntryHead[];

/** The others; what was held behind this one is held no more. */
export function withoutHead(heads: Heads, id: string): EntryHead[] {
  const others = heads.filter((head) => head.id !== id);
  for (const [at, head] of others.entries()) {
    if (head.heldBehind === id) others[at] = Object.freeze({ ...head, heldBehind: null });
  }
  // Else Immer looks at every one of them to freeze it; a pass removes thousands, one by one.
  return Object.freeze(others) as EntryHead[];
}

/** The list with this head in its place; what stood there under its id is gone. */
export function withHead(heads: Heads, head: EntryHead): EntryHead[] {
  const others = heads.some(({ id }) => id === head.id) ? withoutHead(heads, head.id) : heads;
  const last = others.at(-1);
  if (!last || byOrderMade(last, head) < 0) return [...others, head];
  return [...others, head].sort(byOrderMade);
}

/** The list with one head changed, if it is there. */
export function withChange(heads: Heads, id: string, change: Partial<EntryHead>): EntryHead[] {
  return heads.map((head) => (head.id === id ? { ...head, ...change } : head));
}

/** Heads as read from disk, with what the last pass found each of them held behind, while that one is there. */
export function withHoldsOf(heads: Heads, before: Heads): EntryHead[] {
  const behind = new Map(before.map((head) => [head.id, head.heldBehind]));
  const there = new Set(heads.map((head) => head.id));
  return heads.map((head) => {
    const other = behind.get(head.id);
    return other && there.has(other) ? { ...head, heldBehind: other } : head;
  });
}
