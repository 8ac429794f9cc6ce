import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import { draftDropped } from '../slices/draftsSlice';
import { isBeingSent, saveDraft } from './drafts';

/**
 * The id of the newest draft of an earlier opening of the form; `null` for none. Drafts that are sent or queued are not
 * offered, and none are before the first read of the queue.
 */
export function offeredId(
  { drafts, queue }: RootState,
  form: string,
  isReadable: (raw: unknown) => boolean,
  own: readonly (string | undefined)[] = [],
) {
  if (queue.status === 'loading') return null;
  const offered = Object.entries(drafts).filter(
    ([id, draft]) =>
      draft.form === form &&
      !own.includes(id) &&
      !isBeingSent(draft) &&
      !queue.entries.some((entry) => entry.id === id) &&
      !queue.firstTries.includes(id) &&
      isReadable(draft.value),
  );
  return offered.sort(([, a], [, b]) => b.savedAt - a.savedAt)[0]?.[0] ?? null;
}

/** Whether the server may have recorded the write of a draft. */
export const draftMayBeRecorded = ({ drafts, sentToday }: RootState, id: string): boolean =>
  // A tab that ended had saved it, and could not remove the draft from the disk. Another tab sent it.
  drafts[id]?.outcome === 'unknown' || id in sentToday.byKey;

/** The content of a form that can no longer be sent from its own screen. */
export interface LeftDraft {
  mayBeRecorded: boolean;
  /** Gives the content to another form, which offers it when it opens. */
  moveTo: (form: string) => void;
  discard: () => void;
}

/** The newest draft of a form whose record takes no such change any more; `null` for none. */
export function useLeftDraft(form: string, read: (raw: unknown) => unknown): LeftDraft | null {
  const dispatch = useAppDispatch();
  const id = useAppSelector((state) => offeredId(state, form, (raw) => read(raw) !== null));
  const value = useAppSelector(({ drafts }) => (id === null ? undefined : drafts[id]?.value));
  const isInDoubt = useAppSelector((state) => id !== null && draftMayBeRecorded(state, id));
  if (id === null) return null;
  return {
    mayBeRecorded: isInDoubt,
    moveTo: (other) => dispatch(saveDraft({ id, form: other, value })),
    discard: () => void dispatch(draftDropped(id)),
  };
}
