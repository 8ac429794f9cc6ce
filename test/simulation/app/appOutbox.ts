import { parseDelivery } from '../../../src/api/parsers/delivery';
import { parseVisit } from '../../../src/api/parsers/visit';
import { createdId, pendingDeliveries, pendingVisits } from '../../../src/offline/pending';
import { type QueuedCall, queuedCall } from '../../../src/offline/queuedWrites';
import { resolverOf } from '../../../src/offline/localIds';
import { selectServerIds } from '../../../src/offline/queueSlice';
import { editRefusedEntry } from '../../../src/state/outbox/editRefusedEntry';
import { sendMine as sendMineOver } from '../../../src/state/outbox/refusedEntries';
import { resolutionOf } from '../../../src/state/outbox/resolution';
import { selectOwnEntries } from '../../../src/state/pending/pendingSelectors';
import { pendingDeliveryView, withPendingEdit } from '../../../src/state/pending/pendingDeliveryViews';
import { baseAfterCorrection } from '../../../src/state/pending/writeBase';
import { pendingVisitView, withPendingChanges } from '../../../src/state/pending/pendingViews';
import { draftDropped } from '../../../src/state/slices/draftsSlice';
import type { RootState } from '../../../src/state/root/rootReducer';
import type { AppStore } from '../../../src/state/root/types';
import { markOf } from './appParts';
import type { FormContent, ShownRefused } from './appTypes';

/* The outbox (`features/outbox`): its refused changes, its commands, and the forms that correct a refused change. */

/** What screens look up for a waiting delivery. */
const knownHere = ({ itemsCache, boxesCache, locationsCache }: RootState) => ({
  items: itemsCache,
  boxes: boxesCache,
  locations: locationsCache,
});

/** A delivery that waits here to be recorded, as its screen shows it; `null` for none. */
export function waitingDelivery(state: RootState, id: string) {
  const waiting = pendingDeliveries(selectOwnEntries(state), selectServerIds(state));
  const here = waiting.find((one) => createdId(one) === id);
  return here ? pendingDeliveryView(here, null, knownHere(state)) : null;
}

/** A visit that waits here to be started, as its screen shows it; `null` for none. */
export function waitingVisit(state: RootState, id: string) {
  const entries = selectOwnEntries(state);
  const here = pendingVisits(entries).find((one) => createdId(one) === id);
  const known = { user: state.session.user, locations: state.locationsCache };
  return here ? pendingVisitView(here, entries, selectServerIds(state), known) : null;
}

/** What waits of a delivery or visit, as its screen shows it. */
function pendingOf(state: RootState, noun: QueuedCall['noun'], id: string) {
  const serverIds = selectServerIds(state);
  const _id = resolverOf(serverIds)(id);
  const entries = selectOwnEntries(state);
  if (noun === 'visit') {
    return (waitingVisit(state, _id) ?? withPendingChanges(parseVisit({ _id }), entries, serverIds)).pending;
  }
  const recorded = () => withPendingEdit(parseDelivery({ _id }), entries, serverIds, state.itemsCache);
  return (waitingDelivery(state, _id) ?? recorded()).pending;
}

/** The refused change that Save of this form corrects (`useRefusedEntry`); `null` when it sends the form. */
export function correctedBy({ getState }: AppStore, { call, id }: FormContent): string | null {
  const { noun, kind, editedOn } = queuedCall(call);
  if (kind === 'create') return null;
  const pending = pendingOf(getState(), noun, id);
  const entry = selectOwnEntries(getState()).find((one) => one.id === pending?.entryId);
  if (entry?.state !== 'refused') return null;
  const queued = queuedCall(entry.call);
  return (kind === 'submit' ? queued.kind === 'submit' : queued.editedOn === editedOn) ? entry.id : null;
}

/**
 * Corrects a refused change with what a form holds (`useQueuedEdit`, `useSubmitVisit`). `force`: also one that may be
 * recorded already, as the app has said before.
 */
export async function correct(store: AppStore, entryId: string, form: FormContent, force: boolean): Promise<string> {
  const { noun } = queuedCall(form.call);
  const prices = noun === 'delivery' ? { pricesAsOf: form.pricesAsOf } : {};
  const result = await store.dispatch(editRefusedEntry(entryId, { ...form.body, ...prices }, force));
  if (result === 'replaced') store.dispatch(draftDropped(form.writeId));
  return result;
}

/** What a form sends after it corrected a refused change with a later one behind it is made over this (`baseAfter`). */
export function baseAfter({ getState }: AppStore, entryId: string, base: FormContent['base']): FormContent['base'] {
  const entries = selectOwnEntries(getState());
  const corrected = entries.find(({ id }) => id === entryId);
  return corrected ? baseAfterCorrection(base, corrected, entries) : base;
}

/** The refused changes in the outbox of the person who is signed in. */
export function refusedEntries({ getState }: AppStore): ShownRefused[] {
  const refused = selectOwnEntries(getState()).filter(({ state }) => state === 'refused');
  return refused.map((entry) => {
    const { id, about, creates, visitId } = entry;
    const resolution = resolutionOf(getState(), entry);
    const recorded = resolution?.kind === 'recorded' ? resolution : null;
    const theirs = resolution?.kind === 'conflict' ? resolution.theirs : recorded?.recorded;
    // A form shows the content with which the server refused it, and not what this device has read since.
    const isShownByForm = recorded?.isFromCache !== true;
    const edited = { editDelivery: about.delivery ?? creates, editVisit: visitId, outbox: null };
    return {
      id,
      resolution: resolution?.kind ?? null,
      theirs: theirs ? markOf(theirs) : null,
      isShownByForm,
      recordedId: recorded?.id ?? null,
      editedId: edited[queuedCall(entry.call).editedOn],
    };
  });
}

/** "Send mine": over the version that the outbox shows beside it. */
export async function sendMine({ dispatch, getState }: AppStore, id: string): Promise<string> {
  const entry = selectOwnEntries(getState()).find((one) => one.id === id);
  const resolution = entry && resolutionOf(getState(), entry);
  return resolution?.kind === 'conflict' ? dispatch(sendMineOver(id, resolution.base.baseVersion)) : 'gone';
}
