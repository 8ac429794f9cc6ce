import type { Delivery, DeliveryLine, DeliveryPage } from '../../contract/deliveries';
import { DELIVERY_PAGE_SIZE_DEFAULT, FIRST_PAGE } from '../../domain/constants';
import { sumDollars } from '../../domain/money';
import { lineTotal } from '../../domain/pricing';
import { readLocation } from './readLocation';
import { readRep } from './readVisit';
import { asId, asInstant, asNumber, asShape, asText, readList } from './shape';

/** A line; its item is an id or an object with a name (spec §3), its total is worked out where it is missing. */
function readLine(raw: unknown): DeliveryLine {
  const shape = asShape(raw);
  const quantity = asNumber(shape.quantity) ?? 0;
  const unitPrice = asNumber(shape.unitPrice) ?? 0;
  return {
    item: { _id: asId(shape.item), name: asText(asShape(shape.item).name) || asText(shape.itemName) },
    packaging: asText(shape.packaging),
    quantity,
    unitPrice,
    lineTotal: asNumber(shape.lineTotal) ?? lineTotal(quantity, unitPrice),
  };
}

function readVisitOfDelivery(raw: unknown): Delivery['visit'] {
  const _id = asId(raw);
  if (!_id) return null;
  const shape = asShape(raw);
  return {
    _id,
    rep: readRep(shape.rep),
    outcome: asText(shape.outcome) || null,
    note: asText(shape.note),
    submittedAt: asInstant(shape.submittedAt),
  };
}

/** A delivery, bare or in a `delivery` field; `_id` is empty when there is none to read. */
export function readDelivery(raw: unknown): Delivery {
  const outer = asShape(raw);
  const wrapped = asShape(outer.delivery);
  const shape = asId(wrapped) ? wrapped : outer;
  const lines = Array.isArray(shape.lines) ? shape.lines.map(readLine) : [];
  const visit = readVisitOfDelivery(shape.visit);
  const box = asShape(shape.box);
  return {
    _id: asId(shape),
    visit,
    repName: asText(shape.repName) || visit?.rep.name || '',
    location: readLocation(shape.location),
    box: { _id: asId(shape.box), label: asText(box.label), size: asText(box.size) },
    lines,
    deliveredAt: asInstant(shape.deliveredAt),
    createdAt: asInstant(shape.createdAt) ?? asInstant(shape.deliveredAt) ?? '',
    version: asNumber(shape.version),
    total: asNumber(shape.total) ?? sumDollars(lines.map((line) => line.lineTotal)),
  };
}

/** {data, pageInfo}, or a bare array, which then is the only page (spec §7). */
export function readDeliveryPage(raw: unknown): DeliveryPage {
  const data = readList(raw, readDelivery);
  const info = asShape(asShape(raw).pageInfo);
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

/** The deliveries of one visit: whatever came, only those of that visit are kept (spec §7). */
export function readVisitDeliveries(raw: unknown, visitId: string): Delivery[] {
  return readList(raw, readDelivery).filter((delivery) => delivery.visit?._id === visitId);
}
