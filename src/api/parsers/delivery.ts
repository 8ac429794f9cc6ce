import type { Delivery, DeliveryLine, DeliveryPage } from '../../contract/deliveries';
import { DELIVERY_PAGE_SIZE_DEFAULT, FIRST_PAGE } from '../../domain/constants';
import { sumDollars } from '../../domain/money';
import { lineTotal } from '../../domain/pricing';
import { parseLocation } from './location';
import { parseRep } from './visit';
import { asId, asInstant, asNumber, asRecord, asText, parseList, unwrapped } from './values';

/** A line; its item is an id or an object with a name (spec §3), its total is worked out where it is missing. */
function parseLine(raw: unknown): DeliveryLine {
  const shape = asRecord(raw);
  const quantity = asNumber(shape.quantity) ?? 0;
  const unitPrice = asNumber(shape.unitPrice) ?? 0;
  return {
    item: { _id: asId(shape.item), name: asText(asRecord(shape.item).name) || asText(shape.itemName) },
    packaging: asText(shape.packaging),
    quantity,
    unitPrice,
    lineTotal: asNumber(shape.lineTotal) ?? lineTotal(quantity, unitPrice),
  };
}

function parseVisitOfDelivery(raw: unknown): Delivery['visit'] {
  const _id = asId(raw);
  if (!_id) return null;
  const shape = asRecord(raw);
  return {
    _id,
    rep: parseRep(shape.rep),
    outcome: asText(shape.outcome) || null,
    note: asText(shape.note),
    submittedAt: asInstant(shape.submittedAt),
  };
}

/** A delivery, bare or in a `delivery` field; `_id` is empty when there is none to read. */
export function parseDelivery(raw: unknown): Delivery {
  const shape = unwrapped(raw, 'delivery');
  const lines = Array.isArray(shape.lines) ? shape.lines.map(parseLine) : [];
  const visit = parseVisitOfDelivery(shape.visit);
  const box = asRecord(shape.box);
  return {
    _id: asId(shape),
    visit,
    rep: shape.rep ? parseRep(shape.rep) : undefined,
    repName: asText(shape.repName) || visit?.rep.name || '',
    location: parseLocation(shape.location),
    box: { _id: asId(shape.box), label: asText(box.label), size: asText(box.size) },
    lines,
    deliveredAt: asInstant(shape.deliveredAt),
    createdAt: asInstant(shape.createdAt) ?? asInstant(shape.deliveredAt) ?? '',
    version: asNumber(shape.version),
    total: asNumber(shape.total) ?? sumDollars(lines.map((line) => line.lineTotal)),
  };
}

/** {data, pageInfo}, or a bare array, which then is the only page (spec §7). */
export function parseDeliveryPage(raw: unknown): DeliveryPage {
  // Frozen here. Otherwise Immer visits every line of every delivery to freeze it.
  const data = Object.freeze(parseList(raw, parseDelivery)) as Delivery[];
  const info = asRecord(asRecord(raw).pageInfo);
  return {
    data,
    pageInfo: {
      page: asNumber(info.page) ?? FIRST_PAGE,
      limit: asNumber(info.limit) ?? Math.max(data.length, DELIVERY_PAGE_SIZE_DEFAULT),
      total: asNumber(info.total) ?? data.length,
      hasMore: info.hasMore === true,
    },
  };
}

/** The deliveries of one visit: others in the response are left out (spec §7). */
export function parseVisitDeliveries(raw: unknown, visitId: string): Delivery[] {
  return parseList(raw, parseDelivery).filter((delivery) => delivery.visit?._id === visitId);
}
