import type { Delivery, DeliveryPage } from '../../../../src/contract/deliveries';
import { sumDollars } from '../../../../src/domain/money';
import { lineTotal } from '../../../../src/domain/pricing';

const DELIVERIES = 100;
const LINES = 4;
const MINUTE_MS = 60_000;
const PRICE = 12.5;

/** A delivery of a visit; the quantity is that of its first line. */
function delivery(n: number, visit: number, quantity: number): Delivery {
  const at = new Date(Date.UTC(2026, 2, 10, 15) - n * MINUTE_MS).toISOString();
  const lines = Array.from({ length: LINES }, (_, index) => {
    const item = { _id: `item-${index}`, name: `Cola ${index} in bottles` };
    const count = index === 0 ? quantity : 2;
    return { item, packaging: 'each', quantity: count, unitPrice: PRICE, lineTotal: lineTotal(count, PRICE) };
  });
  const address = { street: `${visit} Main Street`, city: 'Ames', state: 'IA', zip: '50010' };
  return {
    _id: `delivery-${n}`,
    visit: {
      _id: `visit-${visit}`,
      rep: { _id: 'rep-1', name: 'Rep One' },
      outcome: 'completed',
      note: visit % 3 === 0 ? 'Left at the back door.' : '',
      submittedAt: at,
    },
    repName: 'Rep One',
    location: { _id: `location-${visit}`, name: `Corner Store ${visit}`, address, active: true, version: 1 },
    box: { _id: `box-${n}`, label: `Box ${n}`, size: 'M' },
    lines,
    deliveredAt: at,
    createdAt: at,
    total: sumDollars(lines.map((line) => line.lineTotal)),
    version: 1,
  };
}

/** A page of 100 deliveries of so many visits. The first delivery of one visit has that quantity in a line. */
export function deliveryPage(visits: number, changed: number, quantity: number): DeliveryPage {
  const perVisit = DELIVERIES / visits;
  const data = Array.from({ length: DELIVERIES }, (_, n) =>
    delivery(n, Math.floor(n / perVisit), n === changed * perVisit ? quantity : 2),
  );
  return { data, pageInfo: { page: 1, limit: DELIVERIES, total: 4 * DELIVERIES, hasMore: true } };
}
