import type { Item } from '../../contract/items';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import { asEditable, asId, asNumber, asRecord, asText } from './values';

export function parseItem(raw: unknown): Item {
  const shape = asRecord(raw);
  return {
    _id: asId(raw),
    name: asText(shape.name),
    sku: asText(shape.sku),
    packaging: asText(shape.packaging) || PACKAGING_DEFAULT,
    unitsPerPack: asNumber(shape.unitsPerPack) ?? 1,
    pricePerPack: asNumber(shape.pricePerPack),
    price: asNumber(shape.price),
    active: shape.active !== false,
    ...asEditable(raw),
  };
}
