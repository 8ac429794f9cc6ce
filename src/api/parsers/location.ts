import type { Box } from '../../contract/boxes';
import type { Location } from '../../contract/locations';
import { BOX_SIZE_DEFAULT } from '../../domain/boxes';
import type { Address } from '../../domain/locationRules';
import { asEditable, asId, asRecord, asText } from './values';

/** An address as an object, or as one line of text, which then counts as the street. */
function parseAddress(raw: unknown): Address {
  const shape = asRecord(raw);
  return {
    street: typeof raw === 'string' ? raw : asText(shape.street),
    city: asText(shape.city),
    state: asText(shape.state),
    zip: asText(shape.zip),
  };
}

/** A location; of a delivery it may be its bare name (spec §3). */
export function parseLocation(raw: unknown): Location {
  if (typeof raw === 'string') return { _id: '', name: raw, address: parseAddress(null) };
  const shape = asRecord(raw);
  return { _id: asId(raw), name: asText(shape.name), address: parseAddress(shape.address), ...asEditable(raw) };
}

/** A box; its location may be a bare id. */
export function parseBox(raw: unknown): Box {
  const shape = asRecord(raw);
  return {
    _id: asId(raw),
    label: asText(shape.label),
    size: asText(shape.size) || BOX_SIZE_DEFAULT,
    location: { _id: asId(shape.location), name: asText(asRecord(shape.location).name) },
    ...asEditable(raw),
  };
}
