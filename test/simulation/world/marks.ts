import type { SimDevice } from '../browser/simDevice';

/** The database of the queue; drafts and caches lie in another. */
export const QUEUE_DATABASE = 'field-sales-queue';

const texts = new WeakMap<object, string>();

function textOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return String(record);
  const known = texts.get(record);
  if (known !== undefined) return known;
  const text = JSON.stringify(record, (_, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  );
  texts.set(record, text);
  return text;
}

/** A record of the queue's database. */
export interface StoredText {
  store: string;
  id: string;
  text: string;
}

/** The committed records of the queue's database, as texts. */
export function queueRecords(device: SimDevice): StoredText[] {
  const database = device.disk.databases.get(QUEUE_DATABASE);
  if (!database) return [];
  return [...database.stores.values()].flatMap(({ name, records }) =>
    [...records.values()].map(({ key, value }) => ({ store: name, id: String(key), text: textOf(value) })),
  );
}

/** How a mark stands in a body: as the quantity of a line, or as a note. */
export function mentions(text: string, mark: string): boolean {
  if (!text.includes(mark)) return false;
  return new RegExp(`\\\\*"(?:quantity|note|location)\\\\*":\\\\*"?${mark}(?![\\w-])`).test(text);
}
