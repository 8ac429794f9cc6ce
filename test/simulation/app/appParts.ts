import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { visitsApi } from '../../../src/api/visitsApi';
import { dependantsOf } from '../../../src/offline/relatedEntries';
import type { EntryAbout, EntrySummary } from '../../../src/offline/entry';
import { sendDraft } from '../../../src/state/drafts/drafts';
import { draftDropped, draftSaved } from '../../../src/state/slices/draftsSlice';
import { openVisits } from '../../../src/state/visits/openVisits';
import { selectOwnEntries } from '../../../src/state/pending/pendingSelectors';
import type { AppStore } from '../../../src/state/root/types';
import type { FormContent, OfferedDraft, PressResult, ShownSent } from './appTypes';

/* What the screens do that the simulation has not: forms with their drafts, and what lists show. */

type Endpoint = { initiate: (arg: never) => unknown };
type Send = (call: unknown) => Promise<PressResult>;

/** The endpoint of a form's write and what it is handed. */
function callOf({
  call,
  writeId,
  base,
  pricesAsOf,
  body,
  id,
  visitId,
}: FormContent): [endpoint: Endpoint, arg: object] {
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit, updateVisit } = visitsApi.endpoints;
  switch (call) {
    case 'startVisit':
      return [startVisit, { writeId, body }];
    case 'createDelivery':
      return [createDelivery, { writeId, pricesAsOf, body }];
    case 'updateDelivery':
      return [updateDelivery, { writeId, id, visitId, body, base, pricesAsOf }];
    case 'submitVisit':
      return [submitVisit, { writeId, id, body, base }];
    case 'updateVisit':
      return [updateVisit, { writeId, id, body, base }];
  }
}

/** The id of a start of which this tab knows no outcome; `null` for none (`useStartVisit`). */
export const startUnderWay = ({ getState }: AppStore, form: string): string | null =>
  Object.entries(getState().drafts).find(([, draft]) => draft.form === form)?.[0] ?? null;

/** Presses the button of a form, with what the form does about its draft before and after. */
export async function pressForm(
  store: AppStore,
  form: string,
  content: FormContent,
  value: unknown,
): Promise<PressResult> {
  const { dispatch, getState } = store;
  const id = content.writeId;
  const [endpoint, arg] = callOf(content);
  let result: PressResult = {};
  await sendDraft(store, id, { form, value }, async () => {
    result = await (dispatch as Send)(endpoint.initiate(arg as never));
    return result;
  });
  if (content.call === 'startVisit' && getState().drafts[id]?.outcome === null) dispatch(draftDropped(id));
  return result;
}

/** Saves what was typed into a form, as the form does with each change. */
export const typeInto = ({ dispatch }: AppStore, form: string, id: string, value: unknown): void =>
  void dispatch(draftSaved({ id, form, value, savedAt: Date.now() }));

/** What the forms would offer to restore (`state/drafts`). */
export function offeredDrafts({ getState }: AppStore): OfferedDraft[] {
  const { drafts, queue } = getState();
  if (queue.status === 'loading') return [];
  const queued = new Set([...queue.entries.map(({ id }) => id), ...queue.firstTries]);
  return Object.entries(drafts)
    .filter(
      ([id, { value, outcome }]) =>
        value !== null && value !== undefined && outcome !== 'sending' && outcome !== 'sendingAgain' && !queued.has(id),
    )
    .map(([id, { form, value }]) => ({ form, writeId: id, value }));
}

/** An entry and what can't be sent without it. */
export function chainOf({ getState }: AppStore, id: string): EntrySummary[] {
  const all = selectOwnEntries(getState());
  const entry = all.find((one) => one.id === id);
  return entry ? [entry, ...dependantsOf(entry, all)] : [];
}

/** The cached reads of visits that are not open here, each with the time of its read. */
export function spareReads({ getState }: AppStore): string[] {
  const { visitsCache, visitDeliveriesCache } = getState();
  const open = new Set(openVisits(getState()).map(({ _id }) => _id));
  return [visitsCache, visitDeliveriesCache].flatMap(({ byKey }, at) =>
    Object.entries(byKey).flatMap(([key, read]) => (read && !open.has(key) ? [`${at} ${key} ${read.savedAt}`] : [])),
  );
}

/** What tells the content of a change from all others: its note, or the quantity of its first line. */
export function markOf({ note, lines }: EntryAbout): string | null {
  const [line] = lines ?? [];
  return line ? String(line.quantity) : (note ?? null);
}

/** What the outbox lists as sent today. */
export function sentToday({ getState }: AppStore): ShownSent[] {
  const { sentToday: sent, session } = getState();
  return Object.entries(sent.byKey).flatMap(([id, { value }]) =>
    value.userId === session.user?._id ? [{ id, mark: markOf(value.about) }] : [],
  );
}

/** How it stands with the queue, and what the last pass said that it did. */
export function queueShown({ getState }: AppStore) {
  const { status, lastReplay } = getState().queue;
  return { queueStatus: status, lastReplay };
}
