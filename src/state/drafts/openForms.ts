import { useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { Draft } from '../slices/draftsSlice';
import { isBeingSent } from './drafts';

/** How many drafts are so. redux-persist's own mark stands among them, and has no form. */
const countDrafts = ({ drafts }: RootState, isCounted: (draft: Draft) => boolean) =>
  Object.values(drafts).filter((draft) => draft.form !== undefined && isCounted(draft)).length;

/** A button's write holds no content. */
const hasContent = ({ value }: Draft) => value !== null;

/** Whether a form is being filled: an update of the app waits for it. What an earlier opening left does not count. */
export function useHasOpenForms(): boolean {
  return useAppSelector(
    (state) => countDrafts(state, (draft) => hasContent(draft) && draft.savedAt >= performance.timeOrigin) > 0,
  );
}

/** How many writes of this tab's forms are on their way, with no response yet. */
export function useSendingCount(): number {
  return useAppSelector((state) => countDrafts(state, isBeingSent));
}

/** How many forms were filled and not sent, or sent without success: a sign-out removes what was typed. */
export function useUnsentFormCount(): number {
  return useAppSelector((state) => countDrafts(state, (draft) => hasContent(draft) && !isBeingSent(draft)));
}
