import type { DeliveryState, ServerState } from '../../browser/fixture/serverState';
import { type Delivery, totalOf, type SalesData } from './sales';

const deliveryStateOf = (delivery: Delivery): DeliveryState => ({
  store: delivery.box.location.name,
  rep: delivery.rep.name,
  box: delivery.box.label,
  lines: delivery.lines.map(({ item, packaging, quantity }) => ({ item: item.name, packaging, quantity })),
  totalCents: Math.round(totalOf(delivery) * 100),
  deliveredAt: delivery.createdAt,
});

/** The data of the minimal server, in the form that all servers share. */
export function serverStateOf({ visits, deliveries }: SalesData): ServerState {
  return {
    visits: visits.map(({ id, location, rep, ...visit }) => ({
      store: location.name,
      rep: rep.name,
      outcome: visit.outcome,
      note: visit.note,
      startedAt: visit.startedAt,
      submittedAt: visit.submittedAt,
      deliveries: deliveries.filter((one) => one.visit?.id === id).map(deliveryStateOf),
    })),
    loose: deliveries.filter((one) => one.visit === null).map(deliveryStateOf),
  };
}
