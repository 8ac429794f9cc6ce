import type { SimDevice } from '../browser/simDevice';

/** The database of the queue; drafts and caches lie in another. */
export const QUEUE_DATABASE = 'field-sales-queue';

/** The ids of the entries that are committed to the disk of a device. */
export function entriesOnDisk(device: SimDevice): string[] {
  const records = device.disk.databases.get(QUEUE_DATABASE)?.stores.get('entries')?.records.values();
  return [...(records ?? [])].map(({ key }) => String(key));
}

/** The entry with this id as it is committed to the disk of a device; `null` for none. */
export const entryOnDisk = (device: SimDevice, id: string): unknown =>
  device.disk.records(QUEUE_DATABASE, 'entries').find((entry) => Reflect.get(Object(entry), 'id') === id) ?? null;
