/** The state of a change on this device that the server has not recorded yet (deviation T3). */
export interface Pending {
  /** The queue entry that carries the change. */
  entryId: string;
  /** The newest queued entry of the same record, which is the base of a further change. */
  newestId: string;
  /** 'refused': the server refused the change. It stays until a person edits or discards it. */
  state: 'waiting' | 'refused';
  /** The reason of a refusal; `null` for none. */
  reason: string | null;
}
