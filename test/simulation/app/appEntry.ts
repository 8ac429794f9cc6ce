import { startBackground } from '../../../src/app/background';
import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { asApiError } from '../../../src/api/client/errors';
import { itemsApi } from '../../../src/api/itemsApi';
import { isQueued } from '../../../src/api/client/writes';
import { visitsApi } from '../../../src/api/visitsApi';
import type { Visit } from '../../../src/contract/visits';
import { syncRequested } from '../../../src/offline/actions';
import { resolverOf } from '../../../src/offline/localIds';
import { selectServerIds } from '../../../src/offline/queueSlice';
import { listenToBrowser } from '../../../src/offline/tabs/browserEvents';
import { openTabChannels } from '../../../src/state/root/tabChannels';
import { browserEnvironment } from '../../../src/state/store/browserEnvironment';
import { ALL_KEY } from '../../../src/state/slices/itemsCache';
import { makeStore } from '../../../src/state/store/makeStore';
import { selectOwnEntries } from '../../../src/state/pending/pendingSelectors';
import { type DeliveryView, withPendingEdit } from '../../../src/state/pending/pendingDeliveryViews';
import { type VisitView, withPendingChanges } from '../../../src/state/pending/pendingViews';
import { baseOf } from '../../../src/state/pending/writeBase';
import { discardEntries } from '../../../src/state/outbox/outbox';
import { acceptRecorded, moveToNewVisit, retryEntry } from '../../../src/state/outbox/refusedEntries';
import { checkSession, signIn, signOut } from '../../../src/state/session/session';
import { shareTabs } from '../../../src/app/shareTabs';
import type { AppStore } from '../../../src/state/root/types';
import * as outbox from './appOutbox';
import * as parts from './appParts';
import type {
  FormContent,
  Outcome,
  PressResult,
  ShownEntry,
  ShownRefused,
  ShownSent,
  ShownRecord,
  ShownVisit,
} from './appTypes';

/*
 * The app as the simulation drives it: what main.tsx starts without its screens, the calls that the screens make, and
 * what the screens show. This file is bundled with the app and runs with the globals of a simulated tab.
 */

function outcomeOf({ data, error }: PressResult): Outcome {
  const failure = asApiError(error);
  if (failure) {
    const status = failure.kind === 'http' ? failure.status : null;
    return { shown: failure.kind, status, id: null };
  }
  // The session ended under it.
  if (data === undefined) return { shown: 'aborted', status: null, id: null };
  if (isQueued(data)) return { shown: 'queued', status: null, id: data.localId ?? data.id };
  return { shown: 'done', status: null, id: (data as { _id: string })._id };
}

const centsOf = (dollars: number | null | undefined): number | null =>
  dollars === undefined || dollars === null ? null : Math.round(dollars * 100);

/** The first line of a shown delivery, the price that an edit of it keeps, and its visit. */
const contentOf = ({ lines: [line], linesWithKeptPrices: [recorded], visit }: DeliveryView) => ({
  mark: line?.quantity ?? 0,
  priceCents: centsOf(recorded?.unitPrice),
  visitId: visit?._id ?? null,
});

/** The base that a form about this has. */
const baseFieldsOf = (view: DeliveryView | VisitView) => {
  const { baseVersion: version, over } = baseOf(view);
  return { version, over };
};

const fresh = { forceRefetch: true, subscribe: false } as const;

/** A delivery as its screen shows it; `null` when there is nothing to show. */
async function readDelivery({ dispatch, getState }: AppStore, id: string): Promise<ShownRecord | null> {
  const known = resolverOf(selectServerIds(getState()))(id);
  const here = outbox.waitingDelivery(getState(), known);
  if (here) return { id: known, ...contentOf(here), ...baseFieldsOf(here) };
  const { data } = await dispatch(deliveriesApi.endpoints.getDelivery.initiate(known, fresh));
  const cached = Object.values(getState().visitDeliveriesCache.byKey).flatMap(({ value }) => value ?? []);
  const delivery = data ?? cached.find(({ _id }) => _id === known);
  if (!delivery) return null;
  const own = selectOwnEntries(getState());
  const shown = withPendingEdit(delivery, own, selectServerIds(getState()), getState().itemsCache);
  return { id: known, ...contentOf(shown), ...baseFieldsOf(shown) };
}

/** A visit as its screen shows it. */
async function readVisit({ dispatch, getState }: AppStore, id: string): Promise<ShownVisit | null> {
  const known = resolverOf(selectServerIds(getState()))(id);
  const ids = { id: known, mark: 0, priceCents: null, visitId: known };
  const shownAs = ({ note, submittedAt }: Visit) => ({ ...ids, note, isOpen: submittedAt === null });
  const here = outbox.waitingVisit(getState(), known);
  if (here) return { ...shownAs(here), ...baseFieldsOf(here) };
  const { data } = await dispatch(visitsApi.endpoints.getVisit.initiate(known, fresh));
  const visit = data ?? getState().visitsCache.byKey[known]?.value;
  if (!visit) return null;
  const shown = withPendingChanges(visit, selectOwnEntries(getState()), selectServerIds(getState()));
  return { ...shownAs(shown), ...baseFieldsOf(shown) };
}

function actionsOf(store: AppStore) {
  const { dispatch, getState } = store;
  return {
    readDelivery: (id: string) => readDelivery(store, id),
    readVisit: (id: string) => readVisit(store, id),
    /** Opens the screen of a visit: the device caches the visit and its deliveries. */
    async openVisit(id: string): Promise<void> {
      const shown = await readVisit(store, id);
      if (shown) await dispatch(deliveriesApi.endpoints.listVisitDeliveries.initiate(shown.id, fresh));
    },
    /** As a form that offers items does when it opens. */
    readItems: () => void dispatch(itemsApi.endpoints.listItems.initiate(undefined, fresh)),
    press: async (form: string, content: FormContent, value: unknown): Promise<Outcome> =>
      outcomeOf(await parts.pressForm(store, form, content, value)),
    startUnderWay: (form: string) => parts.startUnderWay(store, form),
    typeInto: (form: string, writeId: string, value: unknown) => parts.typeInto(store, form, writeId, value),
    offeredDrafts: () => parts.offeredDrafts(store),
    sync: () => void dispatch(syncRequested({})),
    /** The entries that go with this one when it is discarded. */
    chainOf: (id: string) => parts.chainOf(store, id).map((entry) => entry.id),
    refused: (): ShownRefused[] => outbox.refusedEntries(store),
    correctedBy: (form: FormContent) => outbox.correctedBy(store, form),
    baseAfter: (entryId: string, base: FormContent['base']) => outbox.baseAfter(store, entryId, base),
    correct: (id: string, form: FormContent, force: boolean) => outbox.correct(store, id, form, force),
    sendMine: (id: string) => outbox.sendMine(store, id),
    /** "Change it to this", or "Leave it". */
    accept: (id: string, toMine: boolean) => dispatch(acceptRecorded(id, toMine)),
    /** "Put into a new visit". */
    move: (id: string, force: boolean) => dispatch(moveToNewVisit(id, force)),
    retry: (id: string) => dispatch(retryEntry(id)),
    discard: (ids: readonly string[], force: boolean) => dispatch(discardEntries(ids, force)),
    signIn: (email: string) => dispatch(signIn({ email, password: 'not checked here' })),
    signOut: () => dispatch(signOut()),
    /** The entries in the outbox of the person who is signed in. */
    entries: (): ShownEntry[] =>
      selectOwnEntries(getState()).map(({ id, state, lastError, mayHaveArrived }) => ({
        ...{ id, state, mayHaveArrived },
        status: lastError?.status ?? null,
      })),
    sentToday: (): ShownSent[] => parts.sentToday(store),
    /** The cached reads that are of no open visit, each with its time: what a full disk may give up. */
    spareReads: (): string[] => parts.spareReads(store),
    serverId: (id: string): string => resolverOf(selectServerIds(getState()))(id),
    /** The price of an item as forms show it, cents; `null` without a list. */
    priceCentsOf(itemId: string): number | null {
      const item = getState().itemsCache.byKey[ALL_KEY]?.value.find(({ _id }) => _id === itemId);
      return centsOf(item?.price ?? undefined);
    },
    pricesAsOf(): string | null {
      const list: object | undefined = getState().itemsCache.byKey[ALL_KEY];
      return list && 'pricesAsOf' in list && typeof list.pricesAsOf === 'string' ? list.pricesAsOf : null;
    },
    shown() {
      const { status, user, verified } = getState().session;
      return { status, userId: user?._id ?? null, verified, ...parts.queueShown(store) };
    },
  };
}

/** The app in one tab. */
export function openApp() {
  const channels = openTabChannels();
  const { store, ready } = makeStore(browserEnvironment());
  return {
    ...actionsOf(store),
    /** As main.tsx does; `onFirstScreen` is called when there is something to see and to press. */
    async begin(onFirstScreen: () => void): Promise<void> {
      await ready;
      listenToBrowser(window, store.dispatch);
      shareTabs(store, channels);
      const checked = store.dispatch(checkSession());
      onFirstScreen();
      await checked;
      await startBackground(store, Promise.resolve());
    },
  };
}

export type App = ReturnType<typeof openApp>;
