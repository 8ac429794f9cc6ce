import { weakMapMemoize } from '@reduxjs/toolkit';
import type { Delivery } from '../contract/deliveries';
import type { Location } from '../contract/locations';
import type { User } from '../contract/users';
import type { Visit } from '../contract/visits';
import { EMPTY_ADDRESS } from '../domain/locationRules';
import { sumDollars } from '../domain/money';
import type { Pending } from '../domain/pending';
import { editedPrices, lineTotal, unitPrice } from '../domain/pricing';
import {
  entryWithId,
  type PendingDelivery,
  type PendingVisit,
  type PendingVisitChanges,
  pendingDeliveryEdit,
  pendingVisitChanges,
} from '../offline/pending';
import type { EntrySummary, EntryLine } from '../offline/entry';
import { WHOLE_LIST } from './caches/itemsCache';
import type { RootState } from './rootReducer';

/** A visit as this device knows it, with what waits to be sent worked in. */
export type ShownVisit = Visit & { pending: Pending | null };
/** A delivery as this device knows it, with what waits to be sent worked in. */
export type ShownDelivery = Delivery & { pending: Pending | null };

type ServerIds = Readonly<Record<string, string>>;
type Items = RootState['itemsCache'];
type Locations = RootState['locationsCache'];
type Boxes = RootState['boxesCache'];

const NONE: never[] = [];

/** A cached list by id, built once per list: what waits asks it for one after the other. */
const byId = weakMapMemoize(
  <T extends { _id: string }>(list: readonly T[]) => new Map(list.map((one) => [one._id, one])),
);

/** How it stands with the entry behind something shown. */
function pendingOf(entryId: string, entries: readonly EntrySummary[]): Pending {
  const head = entryWithId(entries, entryId);
  const isRefused = head?.state === 'refused';
  return { entryId, state: isRefused ? 'refused' : 'waiting', reason: (isRefused && head.lastError?.text) || null };
}

function locationOf(locations: Locations, id: string): Location {
  return byId(locations.byKey[WHOLE_LIST]?.value ?? NONE).get(id) ?? { _id: id, name: '', address: EMPTY_ADDRESS };
}

function changed(visit: ShownVisit, changes: PendingVisitChanges, entries: readonly EntrySummary[]): ShownVisit {
  if (changes.entryId === null) return visit;
  const submittedAt = changes.submittedTs === null ? visit.submittedAt : new Date(changes.submittedTs).toISOString();
  return {
    ...visit,
    submittedAt,
    outcome: changes.outcome ?? visit.outcome,
    note: changes.note ?? visit.note,
    pending: visit.pending?.state === 'refused' ? visit.pending : pendingOf(changes.entryId, entries),
  };
}

/** A visit of the server with what waits for it worked in. */
export function withPendingChanges(visit: Visit, entries: readonly EntrySummary[], serverIds: ServerIds): ShownVisit {
  return changed({ ...visit, pending: null }, pendingVisitChanges(entries, visit._id, serverIds), entries);
}

/** A visit that was started on this device by `user`, whose entries `entries` are, as a visit. */
export function pendingVisitView(
  pending: PendingVisit,
  entries: readonly EntrySummary[],
  user: User | null,
  locations: Locations,
): ShownVisit {
  const isOwn = pending.repId === null || pending.repId === user?._id;
  const rep = { _id: pending.repId ?? user?._id ?? '', name: isOwn ? (user?.name ?? '') : '' };
  const startedAt = new Date(pending.startedTs).toISOString();
  const visit: ShownVisit = {
    _id: pending.id,
    rep,
    repName: rep.name,
    location: locationOf(locations, pending.locationId),
    outcome: null,
    note: '',
    startedAt,
    submittedAt: null,
    createdAt: startedAt,
    version: null,
    pending: pendingOf(pending.entryId, entries),
  };
  return changed(visit, pending.changes, entries);
}

/** Queued lines with the names and prices that the delivery was recorded with, else those that this device knows. */
function pricedLines(
  lines: readonly EntryLine[],
  { byKey }: Items,
  recorded: Delivery['lines'] = NONE,
): Delivery['lines'] {
  const items = byId(byKey[WHOLE_LIST]?.value ?? NONE);
  const names = new Map(recorded.map(({ item }) => [item._id, item.name]));
  const known = recorded.map(({ item, ...line }) => ({ ...line, item: item._id }));
  const prices = editedPrices(lines, known, (line) => unitPrice(items.get(line.item) ?? {}, line.packaging));
  return lines.map(({ item: id, quantity, packaging }, index) => {
    const price = prices[index] ?? 0;
    return {
      item: { _id: id, name: names.get(id) || (items.get(id)?.name ?? '') },
      packaging,
      quantity,
      unitPrice: price,
      lineTotal: lineTotal(quantity, price),
    };
  });
}

function withLines(delivery: ShownDelivery, lines: Delivery['lines'], pending: Pending): ShownDelivery {
  return { ...delivery, lines, total: sumDollars(lines.map((line) => line.lineTotal)), pending };
}

/** What of this device a queued delivery is shown with. */
interface KnownHere {
  items: Items;
  boxes: Boxes;
  locations: Locations;
}

/** A queued delivery as a delivery; `visit` is the visit it belongs to as far as it is known. */
export function pendingDeliveryView(
  pending: PendingDelivery,
  entries: readonly EntrySummary[],
  visit: Visit | null,
  { items, boxes, locations }: KnownHere,
): ShownDelivery {
  const box = boxes.byKey[pending.locationId]?.value.find(({ _id }) => _id === pending.boxId);
  const at = new Date(pending.ts).toISOString();
  const delivery: ShownDelivery = {
    _id: pending.id,
    visit: pending.visitId
      ? {
          _id: pending.visitId,
          rep: visit?.rep ?? { _id: '', name: pending.repName },
          outcome: visit?.outcome ?? null,
          note: visit?.note ?? '',
          submittedAt: visit?.submittedAt ?? null,
        }
      : null,
    repName: visit?.repName || pending.repName,
    location: locationOf(locations, pending.locationId),
    box: { _id: pending.boxId, label: box?.label ?? '', size: box?.size ?? '' },
    lines: [],
    deliveredAt: at,
    createdAt: at,
    total: 0,
    version: null,
    pending: null,
  };
  return withLines(delivery, pricedLines(pending.lines, items), pendingOf(pending.entryId, entries));
}

/** A delivery of the server with a queued edit of its lines worked in. */
export function withPendingEdit(
  delivery: Delivery,
  entries: readonly EntrySummary[],
  serverIds: ServerIds,
  items: Items,
): ShownDelivery {
  const shown = { ...delivery, pending: null };
  const edit = pendingDeliveryEdit(entries, delivery._id, serverIds);
  return edit
    ? withLines(shown, pricedLines(edit.lines, items, delivery.lines), pendingOf(edit.entryId, entries))
    : shown;
}
