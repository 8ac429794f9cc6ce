import { useState } from 'react';

/** An element that was just removed from a list, and its position, for Undo. */
export interface Removed<T> {
  element: T;
  index: number;
}

/** Removing from a list with Undo. */
export interface Removable<T> {
  /** `null` when there is nothing to undo. */
  removed: Removed<T> | null;
  remove: (index: number) => void;
  undo: () => void;
  /** Drops the removed element: it can no longer be restored. */
  forget: () => void;
}

export function useRemovable<T>(list: readonly T[], set: (list: T[]) => void): Removable<T> {
  const [removed, setRemoved] = useState<Removed<T> | null>(null);
  return {
    removed,
    remove: (index) => {
      const element = list[index];
      if (element === undefined) return;
      setRemoved({ element, index });
      set(list.toSpliced(index, 1));
    },
    undo: () => {
      if (!removed) return;
      setRemoved(null);
      set(list.toSpliced(removed.index, 0, removed.element));
    },
    forget: () => setRemoved(null),
  };
}
