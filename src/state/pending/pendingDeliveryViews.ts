import { currentRecord } from '../../api/client/errors';
import { parseDelivery } from '../../api/parsers/delivery';
import type { Delivery } from '../../contract/deliveries';
import type { Visit } from '../../contract/visits';
import type { LineDraft } from '../../domain/deliveryRules';
import type { Pending } from '../../domain/pending';
import { editedPrices, linesKeptBy, recordedPrices } from '../../domain/editedPrices';
import { type ShownPrice, shownUnitPrice } from '../../domain/pricing';
import { shownLineTotal, shownTotal } from '../../domain/shownPrices';
import type { EntrySummary } from '../../offline/entry';
import type { ServerIds } from '../../offline/localIds';
import { correctedChange, createdId, type PendingDelivery, pendingChanges } from '../../offline/pending';
import type { RootState } from '../root/rootReducer';
import { ALL_KEY } from '../slices/itemsCache';
import { byId, locationOf, type Locations, pendingOf } from './pendingViews';
import { recordedUnder } from './recordedUnder';

export type LineView = Omit<Delivery['lines'][number], 'unitPrice' | 'lineTotal'> & {
  unitPrice: ShownPrice;
  lineTotal: ShownPrice;
};

/** The lines of a delivery and their sum. A queued line may have an item that this device does not know. */
interface Contents {
  lines: LineView[];
  total: ShownPrice;
}

/** A delivery of the server, or a queued one. */
export interface ShownDelivery extends Omit<Delivery, keyof Contents>, Contents {}

/** A delivery with its waiting changes applied. */
export interface DeliveryView extends ShownDelivery {
  pending: Pending | null;
  /**
   * The lines whose prices an edit keeps. Not those of a refused entry: the edit replaces it, so its lines get the
   * prices that the form shows. Not those that a later entry removes: the edit is made again behind it.
   */
  linesWithKeptPrices: LineView[];
}

type Items = RootState['itemsCache'];
type Boxes = RootState['boxesCache'];

const NONE: never[] = [];

/**
 * The lines of a queued entry. Their names are those of the recorded delivery, else those of the device's items. Their
 * prices are those of the recorded delivery, else those that the form showed, else those of the device's items.
 */
function pricedContents(
  { about: { lines = NONE }, unitPrices }: EntrySummary,
  { byKey }: Items,
  recorded: LineView[] = NONE,
): Contents {
  const items = byId(byKey[ALL_KEY]?.value ?? NONE);
  const names = new Map(recorded.map(({ item }) => [item._id, item.name]));
  const priceOf = (line: LineDraft, index: number) => unitPrices?.[index] ?? shownUnitPrice(items, line);
  const prices = editedPrices(lines, recordedPrices(recorded), priceOf);
  const priced = lines.map(({ item: id, quantity, packaging }, index) => {
    const price = prices[index] ?? null;
    return {
      item: { _id: id, name: names.get(id) || (items.get(id)?.name ?? '') },
      packaging,
      quantity,
      unitPrice: price,
      lineTotal: shownLineTotal(quantity, price),
    };
  });
  return { lines: priced, total: shownTotal(priced) };
}

/** The data of this device with which a queued delivery is shown. */
interface KnownHere {
  items: Items;
  boxes: Boxes;
  locations: Locations;
}

/**
 * A delivery after its queued edits, as the server will record them in turn: each keeps the prices of the lines that it
 * keeps.
 */
const withEdits = (edits: readonly EntrySummary[], delivery: ShownDelivery, items: Items): ShownDelivery =>
  // An edit of another part of the delivery says nothing about the lines.
  edits.reduce(
    (before, edit) => (edit.about.lines ? { ...before, ...pricedContents(edit, items, before.lines) } : before),
    delivery,
  );

/**
 * The lines whose prices the correction of a refused entry keeps: those recorded under its id or by another user since,
 * else those recorded before it; in each case only as far as every later entry has them.
 */
function keptByCorrection(entry: EntrySummary, before: LineView[], later: readonly EntrySummary[]): LineView[] {
  const earlier = recordedUnder(entry);
  const present = earlier?.otherBox === null ? earlier.response : entry.lastError && currentRecord(entry.lastError);
  return later.reduce(
    (kept, { about }) => (about.lines ? linesKeptBy(kept, about.lines) : kept),
    present ? parseDelivery(present).lines : before,
  );
}

/**
 * A queued delivery as a delivery. `visit` is its visit, if known. A field of the body that needs no lookup is read
 * like a field of a response.
 */
export function pendingDeliveryView(
  entry: PendingDelivery,
  visit: Visit | null,
  { items, boxes, locations }: KnownHere,
): DeliveryView {
  const { location = '', box: boxId = '', repName = '' } = entry.about;
  const box = boxes.byKey[location]?.value.find(({ _id }) => _id === boxId);
  const at = new Date(entry.ts).toISOString();
  const delivery = parseDelivery({
    ...entry.about,
    _id: createdId(entry),
    visit: entry.visitId && {
      _id: entry.visitId,
      rep: visit?.rep ?? { _id: '', name: repName },
      outcome: visit?.outcome,
      note: visit?.note,
      submittedAt: visit?.submittedAt,
    },
    repName: visit?.repName || repName,
    location: locationOf(locations, location),
    box: { _id: boxId, label: box?.label, size: box?.size },
    lines: NONE,
    deliveredAt: at,
  });
  const shown = withEdits(entry.edits, { ...delivery, ...pricedContents(entry, items) }, items);
  const linesWithKeptPrices = entry.state === 'refused' ? keptByCorrection(entry, NONE, entry.edits) : shown.lines;
  return { ...shown, pending: pendingOf(entry, entry.edits.at(-1)), linesWithKeptPrices };
}

/** A delivery with its queued edits applied. */
export function withPendingEdit(
  delivery: ShownDelivery,
  entries: readonly EntrySummary[],
  serverIds: ServerIds,
  items: Items,
): DeliveryView {
  const edits = pendingChanges(entries, { noun: 'delivery', id: delivery._id }, serverIds);
  const entry = correctedChange(edits);
  if (!entry) return { ...delivery, pending: null, linesWithKeptPrices: delivery.lines };
  const shown = withEdits(edits, delivery, items);
  const later = edits.slice(edits.indexOf(entry) + 1);
  const linesWithKeptPrices = entry.state === 'refused' ? keptByCorrection(entry, delivery.lines, later) : shown.lines;
  return { ...shown, pending: pendingOf(entry, edits.at(-1)), linesWithKeptPrices };
}
