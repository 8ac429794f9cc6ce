import type { SimDevice } from '../browser/simDevice';

/** The database of the queue; drafts and caches lie in another. */
export const QUEUE_DATABASE = 'field-sales-queue';

/** The ids of the entries that are committed to the disk of a device. */
export function entriesOnDisk(device: SimDevice): string[] {
  const records = device.disk.databases.get(QUEUE_DATABASE)?.stores.get('entries')?.records.values();
  return [...(records ?? [])].map(({ key }) => String(key));
}
