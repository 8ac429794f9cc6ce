import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { visitsApi } from '../../../src/api/visitsApi';
import { listenToBrowser } from '../../../src/offline/browserEvents';
import { syncRequested } from '../../../src/offline/queueActions';
import * as drafts from '../../../src/state/draftsSlice';
import { discardEntry } from '../../../src/state/outbox';
import { selectOwnHeads } from '../../../src/state/pending';
import type { AppStore } from '../../../src/state/storeTypes';
import type { Discarded, FormContent, OfferedDraft, PressResult } from './appTypes';

/*
 * What of the simulation depends on how the app is made inside: the names of its actions and selectors, how forms hand
 * their writes on, and what the outbox does. When these change, this file changes with them and no other one does.
 */

export const ownEntries = selectOwnHeads;
export { listenToBrowser, syncRequested };

/** Forms own the id of their write; before that the app made one at each press, and drafts had the name of the form. */
const FORMS_OWN_IDS = 'draftSaved' in drafts;

/** What stands among the drafts: under the id of a write, or under the name of a form. */
interface StoredDraft {
  value?: unknown;
  form?: string;
  found?: boolean;
  outcome?: string | null;
}

type Endpoint = { initiate: (arg: never) => unknown };

/** The endpoint of a form's write and what it is handed. */
function callOf(content: FormContent, writeId: string): [endpoint: Endpoint, arg: object] {
  const { base, pricesAsOf, body, id, visitId } = content;
  const owned = FORMS_OWN_IDS ? { writeId } : {};
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit, updateVisit } = visitsApi.endpoints;
  switch (content.call) {
    case 'startVisit':
      return [startVisit, FORMS_OWN_IDS ? { ...owned, body } : body];
    case 'createDelivery':
      return [createDelivery, FORMS_OWN_IDS ? { ...owned, pricesAsOf, body } : body];
    case 'updateDelivery':
      return [updateDelivery, { id, visitId, body, ...owned, ...(FORMS_OWN_IDS && { base, pricesAsOf }) }];
    case 'submitVisit':
      return [submitVisit, { id, body, ...owned, ...(FORMS_OWN_IDS && { base }) }];
    case 'updateVisit':
      return [updateVisit, { id, body, ...owned, ...(FORMS_OWN_IDS && { base }) }];
  }
}

const storedDrafts = (store: AppStore): [string, StoredDraft][] =>
  Object.entries(store.getState().drafts as Record<string, StoredDraft>);

function saveDraft(store: AppStore, form: string, writeId: string, value: unknown, outcome?: 'sending'): void {
  const savedAt = Date.now();
  const saved = { id: writeId, form, value, savedAt, ...(outcome && { outcome }) };
  const kept = { key: form, value, savedAt };
  store.dispatch(
    FORMS_OWN_IDS ? { type: 'drafts/draftSaved', payload: saved } : { type: 'drafts/draftKept', payload: kept },
  );
}

const isUnknown = ({ error }: PressResult) => {
  const { kind, status = 0 } = (error ?? {}) as { kind?: string; status?: number };
  return kind === 'unreachable' || (kind === 'refused' && (status >= 500 || [408, 422, 425, 429].includes(status)));
};

/** Presses the button of a form, with what the form does about its draft before and after. */
export async function pressForm(
  store: AppStore,
  form: string,
  content: FormContent,
  value: unknown,
): Promise<PressResult> {
  const known = storedDrafts(store).find(([, draft]) => draft.form === form && content.call === 'startVisit')?.[0];
  const id = known ?? content.writeId;
  if (FORMS_OWN_IDS) saveDraft(store, form, id, value, 'sending');
  const [endpoint, arg] = callOf(content, id);
  const result = (await store.dispatch(endpoint.initiate(arg as never) as never)) as PressResult;
  if (result.error === undefined) store.dispatch(drafts.draftDropped(FORMS_OWN_IDS ? id : form));
  else if (FORMS_OWN_IDS) {
    store.dispatch({ type: 'drafts/draftSettled', payload: { id, outcome: isUnknown(result) ? 'unknown' : null } });
  }
  return result;
}

/** Saves what was typed into a form, as the form does with each change. */
export const typeInto = (store: AppStore, form: string, writeId: string, value: unknown): void =>
  saveDraft(store, form, writeId, value);

/** What the forms would offer to restore. */
export function offeredDrafts(store: AppStore): OfferedDraft[] {
  const own = new Set(ownEntries(store.getState()).map(({ id }) => id));
  return storedDrafts(store).flatMap(([key, draft]) => {
    if (typeof draft !== 'object' || draft === null || draft.value === undefined || draft.value === null) return [];
    const { form, value, found, outcome } = draft;
    if (form === undefined) return found ? [{ form: key, writeId: '', value }] : [];
    return outcome === 'sending' || own.has(key) ? [] : [{ form, writeId: key, value }];
  });
}

/** Discards an entry as the dialog of the outbox does (`features/outbox/DiscardDialog`). */
export async function discard(store: AppStore, id: string): Promise<Discarded> {
  return { ids: (await store.dispatch(discardEntry(id))) ? [id] : [], warning: 'onlyHere' };
}

/** Whether the queue could be read, and what the last pass said that it did. */
export function queueShown(store: AppStore) {
  const { unreadable, lastReplay } = store.getState().queue;
  return { unreadable, lastReplay };
}
