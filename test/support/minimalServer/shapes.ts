import {
  type Box,
  type Delivery,
  type Item,
  type Location,
  totalOf,
  type SalesData,
  type User,
  unitPrice,
  type Visit,
} from './sales';

/** The responses: of the shapes that the spec allows, those that our own server does not use. */

export const userShape = ({ id, name, email, role, active }: User) => ({ _id: id, name, email, role, active });

export const locationShape = ({ id, name, address }: Location) => ({ _id: id, name, address });

export const boxShape = ({ id, label, size, location }: Box) => ({
  boxId: id,
  label,
  size,
  location: { _id: location.id, name: location.name },
});

export const itemShape = ({ id, name, sku, packaging, unitsPerPack, price, pricePerPack }: Item) => ({
  _id: id,
  name,
  sku,
  packaging,
  unitsPerPack: String(unitsPerPack),
  pricePerPack: pricePerPack.toFixed(2),
  price: price.toFixed(2),
  active: true,
});

export const visitShape = ({ id, rep, location, outcome, note, startedAt, submittedAt }: Visit) => ({
  _id: id,
  repName: rep.name,
  location: locationShape(location),
  ...(outcome ? { outcome } : {}),
  note,
  startedAt: startedAt.toISOString(),
  ...(submittedAt ? { submittedAt: submittedAt.toISOString() } : {}),
});

export const deliveryShape = (delivery: Delivery) => ({
  _id: delivery.id,
  visit: delivery.visit?.id,
  repName: delivery.rep.name,
  location: delivery.box.location.name,
  box: { label: delivery.box.label, size: delivery.box.size },
  lines: delivery.lines.map((line) => ({
    item: { _id: line.item.id, name: line.item.name },
    packaging: line.packaging,
    quantity: String(line.quantity),
    unitPrice: unitPrice(line).toFixed(2),
  })),
  createdAt: delivery.createdAt.toISOString(),
  total: totalOf(delivery).toFixed(2),
});

/** A CSV of all deliveries, one line each. */
export function deliveriesCsv({ deliveries }: SalesData): string {
  const rows = deliveries.map((one) => [
    one.createdAt.toISOString(),
    one.box.location.name,
    one.box.label,
    totalOf(one),
  ]);
  return ['Date,Location,Box,Total', ...rows.map((row) => row.join(','))].join('\r\n');
}
