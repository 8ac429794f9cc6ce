import type { Item } from '../../contract/items';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import { asId, asNumber, asShape, asText } from './shape';

export function readItem(raw: unknown): Item {
  const shape = asShape(raw);
  return {
    _id: asId(raw),
    name: asText(shape.name),
    sku: asText(shape.sku),
    packaging: asText(shape.packaging) || PACKAGING_DEFAULT,
    unitsPerPack: asNumber(shape.unitsPerPack) ?? 1,
    pricePerPack: asNumber(shape.pricePerPack),
    price: asNumber(shape.price),
    active: shape.active !== false,
  };
}
