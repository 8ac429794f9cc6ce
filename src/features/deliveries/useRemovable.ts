import { useState } from 'react';

/** One of a list that was just removed, and where it stood, so that it can come back. */
export interface Removed<T> {
  one: T;
  index: number;
}

/** The removing from a list that can be taken back. */
export interface Removable<T> {
  /** `null` when there is nothing to take back. */
  removed: Removed<T> | null;
  remove: (index: number) => void;
  undo: () => void;
  /** The list went on without it: it can't be taken back any more. */
  forget: () => void;
}

export function useRemovable<T>(list: readonly T[], set: (list: T[]) => void): Removable<T> {
  const [removed, setRemoved] = useState<Removed<T> | null>(null);
  return {
    removed,
    remove: (index) => {
      const one = list[index];
      if (one === undefined) return;
      setRemoved({ one, index });
      set(list.toSpliced(index, 1));
    },
    undo: () => {
      if (!removed) return;
      setRemoved(null);
      set(list.toSpliced(removed.index, 0, removed.one));
    },
    forget: () => setRemoved(null),
  };
}
