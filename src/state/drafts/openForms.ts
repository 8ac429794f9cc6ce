import { useAppSelector } from '../root/hooks';
import type { RootState } from '../root/rootReducer';
import type { Draft } from '../slices/draftsSlice';
import { isBeingSent, START_FORM } from './drafts';

/** The number of drafts that match. redux-persist's own field is among them and has no form. */
const countDrafts = ({ drafts }: RootState, isCounted: (draft: Draft) => boolean) =>
  Object.values(drafts).filter((draft) => draft.form !== undefined && isCounted(draft)).length;

/** A start holds no content of a person. */
const hasContent = ({ form }: Draft) => !form.startsWith(START_FORM);

/** Whether a form is being filled, so that an update of the app waits. Drafts of earlier openings do not count. */
function useHasOpenForms(): boolean {
  return useAppSelector(
    (state) => countDrafts(state, (draft) => hasContent(draft) && draft.savedAt >= performance.timeOrigin) > 0,
  );
}

/** Whether a new version may be offered: it is installed, no form is half filled, nothing is being sent. */
export function useMayUpdate(): boolean {
  const isClean = !useHasOpenForms();
  return useAppSelector(({ device, queue, api }) => {
    const isSending = queue.replaying || Object.values(api.mutations).some((one) => one?.status === 'pending');
    return device.updateReady && isClean && !isSending;
  });
}

/** The number of writes of this tab's forms that are sent and have no response yet. */
export function useSendingCount(): number {
  return useAppSelector((state) => countDrafts(state, isBeingSent));
}

/** The number of forms that were filled and not sent successfully. A sign-out removes their drafts. */
export function useUnsentFormCount(): number {
  return useAppSelector((state) => countDrafts(state, (draft) => hasContent(draft) && !isBeingSent(draft)));
}
