/** Begins the ids of records made on this device that have no id of the server yet. They never leave the device. */
const LOCAL_ID_PREFIX = 'local-';

/** The local id of the record that a queued entry creates; an entry creates at most one. */
export function localIdOf(entryId: string): string {
  return `${LOCAL_ID_PREFIX}${entryId}`;
}

export function isLocalId(id: string): boolean {
  return id.startsWith(LOCAL_ID_PREFIX);
}
