/** Spec §3, Entities and their fields: each sentence that asks for something, in the spec's order. */
export const section3 = {
  'S3.1':
    'User: _id, name, email, password (only on create and login), roles (list containing rep and/or admin), active (boolean).',
  'S3.2': 'Some screens also read a single role value.',
  'S3.3': 'Location: _id, name, address {street, city, state, zip}.',
  'S3.4': 'Box: _id (also read as boxId or id), label, size (S, M, L, XL), location {_id, name}.',
  'S3.5':
    'Item: _id, name, sku, packaging (each or case), unitsPerPack (number), pricePerPack (number), price (number, used as alternative price), active (boolean).',
  'S3.6':
    'Visit: _id, rep {name} or repName, location {_id, name, address}, outcome (completed, partial, no_access, skipped, other), note, startedAt, submittedAt, createdAt.',
  'S3.7':
    'Delivery: _id, visit (an id or an object with rep, outcome, note), repName, location (name), box (label, size), lines, deliveredAt, createdAt, total.',
  'S3.8': 'Delivery line: on create or update: item, quantity, packaging.',
  'S3.9': 'On display: item (id or object with name), packaging (text), quantity, unitPrice, lineTotal.',
  'S3.10': "New location payload: name, address, boxCount, boxSizes (one per box), boxLabelPrefix (default 'Box').",
  'S3.11':
    'Dashboard data: items usage rows (name, quantity, amount); rep productivity rows (repName, total, visitCount, deliveries); outcome counts (completed, partial, no_access, skipped, other).',
  'S3.12': 'Deliveries page info: {page, limit, total, hasMore}, alongside a data list.',
  'S3.13': 'Offline queue entry: id (random unique), ts (timestamp), path, method (default POST), body.',
  'S3.14': 'Registration payload: an object; its fields are not shown.',
  'S3.15':
    'Local caches (each with version 1): items, locations, boxes per location, visit per id; plus the offline queue.',
} as const;
