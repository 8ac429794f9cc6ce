import { useCallback, useState } from 'react';
import { draftDropped, draftKept } from './draftsSlice';
import { useAppDispatch, useAppSelector, useAppStore } from './hooks';

/** A draft that an earlier opening of the app left behind, until the person restores or discards it. */
export interface FoundDraft<T> {
  value: T;
  /** ms since 1970 */
  savedAt: number;
  /** Takes it back; the form puts `value` into its fields (`restoredInto`). */
  restore: () => void;
  discard: () => void;
}

/** A draft found, whose `restore` also puts it into the form. */
export function restoredInto<T>(found: FoundDraft<T> | null, take: (value: T) => void): FoundDraft<T> | null {
  if (found === null) return null;
  const restore = () => {
    take(found.value);
    found.restore();
  };
  return { ...found, restore };
}

/** What a form does with the draft of its screen. */
export interface DraftOf<T> {
  /** What was typed here since the app was opened, such as before a trip to another screen; else `null`. */
  typed: T | null;
  found: FoundDraft<T> | null;
  /** Keeps the form as it is now; call with every change. */
  keep: (value: T) => void;
  /** The form was submitted or emptied: nothing is left to come back to. */
  drop: () => void;
}

/**
 * The draft of one form. `key` names the form and what it is about, such as `delivery of visit 7, box 2`;
 * `read` turns what is found on the device into a value, or `null` when it is not one.
 */
export function useDraft<T>(key: string, read: (raw: unknown) => T | null): DraftOf<T> {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [left, setLeft] = useState(() => {
    const draft = store.getState().drafts[key];
    const value = draft ? read(draft.value) : null;
    return draft && value !== null ? { ...draft, value } : null;
  });
  // What turns out to have been submitted goes while the form is open.
  const isKept = useAppSelector((state) => key in state.drafts);
  const drop = useCallback(() => {
    setLeft(null);
    dispatch(draftDropped(key));
  }, [dispatch, key]);
  const keep = useCallback(
    (value: T) => void dispatch(draftKept({ key, value, savedAt: Date.now() })),
    [dispatch, key],
  );
  const restore = () => {
    if (!left) return;
    keep(left.value);
    setLeft(null);
  };
  const isFound = left?.found === true && isKept;
  return {
    typed: left?.found === false ? left.value : null,
    found: left && isFound ? { value: left.value, savedAt: left.savedAt, restore, discard: drop } : null,
    keep,
    drop,
  };
}

/** Whether a form is being filled: an update of the app waits for it. What an earlier opening left does not count. */
export function useHasOpenForms(): boolean {
  // Among the drafts stands redux-persist's own mark, which is no draft and has no `found`.
  return useAppSelector((state) => Object.values(state.drafts).some(({ found }) => found === false));
}
