/** Ids of things made on this device that the server has not named yet. They never leave the device. */
const LOCAL_ID_PREFIX = 'local-';

/** The local id of what a queued create makes; one per entry, so the entry's id is enough. */
export function localIdOf(entryId: string): string {
  return `${LOCAL_ID_PREFIX}${entryId}`;
}

export function isLocalId(id: string): boolean {
  return id.startsWith(LOCAL_ID_PREFIX);
}
