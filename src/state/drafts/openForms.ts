import { useAppSelector } from '../root/hooks';
import { fieldsOf } from '../root/recordStorage';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';
import type { Draft } from '../slices/draftsSlice';
import { isBeingSent, START_FORM } from './drafts';
import { DRAFT_PREFIX } from './draftStorage';

/** After this long a sign-out does not wait for the disk any more. */
const DISK_WAIT_MS = 1_000;

/** The number of drafts that match. redux-persist's own field is among them and has no form. */
const countDrafts = ({ drafts }: RootState, isCounted: (draft: Draft) => boolean) =>
  Object.values(drafts).filter((draft) => draft.form !== undefined && isCounted(draft)).length;

/** A start holds no content of a person. */
const hasContent = ({ form }: { form?: unknown }) => !String(form).startsWith(START_FORM);

/**
 * Whether there is a draft that was saved since the page was loaded, so that an update of the app waits. It counts
 * whether its form is still open or not.
 */
function useHasDraftOfThisPage(): boolean {
  return useAppSelector(
    (state) => countDrafts(state, (draft) => hasContent(draft) && draft.savedAt >= performance.timeOrigin) > 0,
  );
}

/** Whether a new version may be offered: it is installed, this page has no draft, nothing is being sent. */
export function useMayUpdate(): boolean {
  const isClean = !useHasDraftOfThisPage();
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

/** The number of filled forms that are on the disk and only in other tabs; 0 when the disk does not respond in time. */
export const countFormsOfOtherTabs =
  (): AppThunk<Promise<number>> =>
  async (_, getState, { cacheStorage, flush }) => {
    const count = async () => {
      // What this tab has sent just now is still on the disk.
      await flush();
      const ids = (await cacheStorage.keys()).filter((key) => key.startsWith(DRAFT_PREFIX));
      const others = ids.filter((key) => !(key.slice(DRAFT_PREFIX.length) in getState().drafts));
      const texts = await Promise.all(others.map((key) => cacheStorage.getItem(key)));
      return texts.filter((text) => hasContent(fieldsOf(text))).length;
    };
    const timeout = new Promise<number>((resolve) => setTimeout(resolve, DISK_WAIT_MS, 0));
    return Promise.race([count().catch(() => 0), timeout]);
  };
