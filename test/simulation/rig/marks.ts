import type { QueuedCallName } from '../../../src/contract/calls';
import { QUEUE_DATABASE } from '../../browser/device/queueRecords';
import type { SimDevice } from '../browser/simDevice';

/** The ids of the entries that are committed to the disk of a device. */
export function entriesOnDisk(device: SimDevice): string[] {
  const records = device.disk.databases.get(QUEUE_DATABASE)?.stores.get('entries')?.records.values();
  return [...(records ?? [])].map(({ key }) => String(key));
}

/** A committed entry. A later change of it is another object. */
export interface StoredEntry {
  id: string;
  seq: number;
  call: QueuedCallName;
  creates: string | null;
  visitId: string | null;
}

/** The committed entries of a device, by id. */
export const storedEntries = (device: SimDevice): Map<string, StoredEntry> =>
  new Map((device.disk.records(QUEUE_DATABASE, 'entries') as StoredEntry[]).map((entry) => [entry.id, entry]));

/** The positions of the committed entries of a device, by id. */
export function positionsOnDisk(device: SimDevice): Map<string, number> {
  return new Map([...storedEntries(device)].map(([id, { seq }]) => [id, seq]));
}

const LOCAL_ID = /local-[0-9a-f-]+/g;

/** The local ids that committed entries speak of, and those of which the disk says what they stand for. */
export function localIdsOnDisk(device: SimDevice): { mentioned: Set<string>; known: Set<string> } {
  const entries = device.disk.records(QUEUE_DATABASE, 'entries').map(Object);
  const mappings = device.disk.records(QUEUE_DATABASE, 'idMap').map(Object);
  const made = entries.map((entry) => Reflect.get(entry, 'creates'));
  const known = new Set([...made, ...mappings.map((one) => Reflect.get(one, 'localId'))].map(String));
  const textOf = (entry: object) => JSON.stringify([Reflect.get(entry, 'path'), Reflect.get(entry, 'body')]);
  return { mentioned: new Set(entries.flatMap((entry) => textOf(entry).match(LOCAL_ID) ?? [])), known };
}

/** The server's id of a local one, as the disk of a device knows it; the id itself where it knows none. */
export function serverIdOnDisk(device: SimDevice, id: string): string {
  const mappings = device.disk.records(QUEUE_DATABASE, 'idMap').map(Object);
  const found = mappings.find((mapping) => Reflect.get(mapping, 'localId') === id);
  return found ? String(Reflect.get(found, 'serverId')) : id;
}

/** The entry with this id as it is committed to the disk of a device; `null` for none. */
export const entryOnDisk = (device: SimDevice, id: string): unknown =>
  device.disk.records(QUEUE_DATABASE, 'entries').find((entry) => Reflect.get(Object(entry), 'id') === id) ?? null;
