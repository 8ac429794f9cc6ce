import { startBackground } from '../../../src/app/background';
import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { asFailure } from '../../../src/api/failures';
import { isQueued } from '../../../src/api/queuedWrites';
import { visitsApi } from '../../../src/api/visitsApi';
import { listenToBrowser } from '../../../src/offline/browserEvents';
import { pendingDeliveries, pendingVisits } from '../../../src/offline/pending';
import { syncRequested } from '../../../src/offline/queueActions';
import { selectServerIds } from '../../../src/offline/queueSlice';
import { browserEnvironment } from '../../../src/state/browserEnvironment';
import { WHOLE_LIST } from '../../../src/state/caches/itemsCache';
import * as drafts from '../../../src/state/draftsSlice';
import { makeStore } from '../../../src/state/makeStore';
import { mendEntry } from '../../../src/state/mending';
import { discardEntry } from '../../../src/state/outbox';
import { selectOwnHeads } from '../../../src/state/pending';
import { withPendingChanges, withPendingEdit } from '../../../src/state/pendingViews';
import { checkSession, signIn, signOut } from '../../../src/state/session';
import type { AppStore } from '../../../src/state/storeTypes';
import type { FormContent, Outcome, ShownEntry, ShownThing } from './appTypes';

/*
 * The app as the simulation drives it: what main.tsx starts without its screens, the calls that the screens make, and
 * what the screens show. This file is bundled with the app and runs with the globals of a simulated tab.
 */

/** Forms own the id of their write; before that the app made one at each press. */
const FORMS_OWN_IDS = 'draftSaved' in drafts;

const send = (endpoint: { initiate: (arg: never) => unknown }, arg: object) => endpoint.initiate(arg as never);

/** What the endpoint of a form is handed. */
function argOf(content: FormContent): [endpoint: { initiate: (arg: never) => unknown }, arg: object] {
  const { writeId, base, pricesAsOf, body } = content;
  const owned = FORMS_OWN_IDS ? { writeId, base, pricesAsOf } : {};
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit, updateVisit } = visitsApi.endpoints;
  switch (content.call) {
    case 'startVisit':
      return [startVisit, FORMS_OWN_IDS ? { writeId, body } : body];
    case 'createDelivery':
      return [createDelivery, FORMS_OWN_IDS ? { writeId, pricesAsOf, body } : body];
    case 'updateDelivery':
      return [updateDelivery, { id: content.id, visitId: content.visitId, body, ...owned }];
    case 'submitVisit':
      return [submitVisit, { id: content.id, body, ...owned }];
    case 'updateVisit':
      return [updateVisit, { id: content.id, body, ...owned }];
  }
}

function outcomeOf(result: { data?: unknown; error?: unknown }): Outcome {
  const failure = asFailure(result.error);
  if (failure) {
    const status = failure.kind === 'refused' ? failure.status : null;
    return { told: failure.kind === 'refused' ? 'refused' : failure.kind, status, id: null };
  }
  // The session ended under it.
  if (result.data === undefined) return { told: 'aborted', status: null, id: null };
  if (isQueued(result.data)) return { told: 'queued', status: null, id: result.data.localId ?? result.data.id };
  return { told: 'done', status: null, id: (result.data as { _id: string })._id };
}

const versionOf = (thing: object): number | null =>
  'version' in thing && typeof thing.version === 'number' ? thing.version : null;

function actionsOf(store: AppStore) {
  const { dispatch, getState } = store;
  const heads = () => selectOwnHeads(getState());
  const fresh = { forceRefetch: true, subscribe: false } as const;

  /** A delivery as its screen shows it; `null` when there is nothing to show. */
  async function readDelivery(id: string): Promise<ShownThing | null> {
    const serverIds = selectServerIds(getState());
    const known = serverIds[id] ?? id;
    const here = pendingDeliveries(heads(), serverIds).find((one) => one.id === known);
    if (here) return { id: known, mark: here.lines[0]?.quantity ?? 0, version: null, over: here.entryId, visitId: here.visitId };
    const { data } = await dispatch(deliveriesApi.endpoints.getDelivery.initiate(known, fresh));
    const kept = Object.values(getState().visitDeliveriesCache.byKey).flatMap(({ value }) => value ?? []);
    const delivery = data ?? kept.find(({ _id }) => _id === known);
    if (!delivery) return null;
    const shown = withPendingEdit(delivery, heads(), selectServerIds(getState()), getState().itemsCache);
    return {
      id: known,
      mark: shown.lines[0]?.quantity ?? 0,
      version: versionOf(delivery),
      over: shown.pending?.entryId ?? null,
      visitId: shown.visit?._id ?? null,
    };
  }

  /** A visit as its screen shows it. */
  async function readVisit(id: string): Promise<(ShownThing & { note: string; isOpen: boolean }) | null> {
    const serverIds = selectServerIds(getState());
    const known = serverIds[id] ?? id;
    const here = pendingVisits(heads(), serverIds).find((one) => one.id === known);
    if (here) {
      const { note, submittedTs } = here.changes;
      const entry = here.changes.entryId ?? here.entryId;
      return { id: known, mark: 0, note: note ?? '', isOpen: submittedTs === null, version: null, over: entry, visitId: known };
    }
    const { data } = await dispatch(visitsApi.endpoints.getVisit.initiate(known, fresh));
    const visit = data ?? getState().visitsCache.byKey[known]?.value;
    if (!visit) return null;
    const shown = withPendingChanges(visit, heads(), selectServerIds(getState()));
    return {
      id: known,
      mark: 0,
      note: shown.note,
      isOpen: shown.submittedAt === null,
      version: versionOf(visit),
      over: shown.pending?.entryId ?? null,
      visitId: known,
    };
  }

  return {
    readDelivery,
    readVisit,
    async press(content: FormContent): Promise<Outcome> {
      const [endpoint, arg] = argOf(content);
      return outcomeOf((await dispatch(send(endpoint, arg) as never)) as { data?: unknown; error?: unknown });
    },
    /** Saves what was typed into a form, as the form does with each change. */
    saveDraft(form: string, writeId: string, value: object): void {
      const savedAt = Date.now();
      if (FORMS_OWN_IDS) {
        const saved = Reflect.get(drafts, 'draftSaved') as (payload: object) => never;
        dispatch(saved({ id: writeId, form, value, savedAt, outcome: null }));
      } else dispatch(drafts.draftKept({ key: form, value, savedAt }));
    },
    dropDraft(form: string, writeId: string): void {
      dispatch(drafts.draftDropped(FORMS_OWN_IDS ? writeId : form));
    },
    /** What the forms would offer to restore: the form's name, the id of its write, and what was typed. */
    offeredDrafts(): { form: string; writeId: string; value: unknown }[] {
      const all = Object.entries(getState().drafts as Record<string, object>);
      const own = new Set(heads().map(({ id }) => id));
      return all.flatMap(([key, draft]) => {
        if (typeof draft !== 'object' || draft === null || !('value' in draft)) return [];
        if (!('form' in draft)) return 'found' in draft && draft.found ? [{ form: key, writeId: '', value: draft.value }] : [];
        const isSending = 'outcome' in draft && draft.outcome === 'sending';
        return isSending || own.has(key) ? [] : [{ form: String(draft.form), writeId: key, value: draft.value }];
      });
    },
    sync: () => void dispatch(syncRequested({})),
    discard: (id: string): Promise<boolean> => dispatch(discardEntry(id)),
    /** What the dialog says before a change is discarded (`features/outbox/DiscardDialog`). */
    discardWarning: (_id: string): 'onlyHere' | 'mayBeRecorded' => 'onlyHere',
    mend: (id: string, part: object) => dispatch(mendEntry(id, part)),
    signIn: (email: string) => dispatch(signIn({ email, password: 'not checked here' })),
    signOut: () => dispatch(signOut()),
    checkSession: () => dispatch(checkSession()),
    /** The entries in the outbox of the person who is signed in. */
    entries: (): ShownEntry[] =>
      heads().map(({ id, call, state, lastError, mentions }) => ({ id, call, state, status: lastError?.status ?? null, mentions })),
    serverId: (id: string): string => selectServerIds(getState())[id] ?? id,
    /** The price of an item in dollars as forms show it; `null` without a list. */
    priceOf(itemId: string): number | null {
      const item = getState().itemsCache.byKey[WHOLE_LIST]?.value.find(({ _id }) => _id === itemId);
      return item?.price ?? null;
    },
    pricesAsOf(): string | null {
      const list: object | undefined = getState().itemsCache.byKey[WHOLE_LIST];
      return list && 'pricesAsOf' in list && typeof list.pricesAsOf === 'string' ? list.pricesAsOf : null;
    },
    shown() {
      const { session, queue } = getState();
      const { status, user, verified } = session;
      return { status, userId: user?._id ?? null, verified, unreadable: queue.unreadable, missing: queue.missing, lastReplay: queue.lastReplay };
    },
  };
}

/** The app in one tab. */
export function openApp() {
  const { store, ready } = makeStore(browserEnvironment());
  return {
    store,
    ...actionsOf(store),
    /** As main.tsx does; `onFirstScreen` is called when there is something to see and to press. */
    async begin(onFirstScreen: () => void): Promise<void> {
      await ready;
      listenToBrowser(window, store.dispatch);
      const checked = store.dispatch(checkSession());
      onFirstScreen();
      await checked;
      await startBackground(store, Promise.resolve());
    },
  };
}

export type App = ReturnType<typeof openApp>;
