/** The state of a change on this device that the server has not recorded yet (deviation T3). */
export interface Pending {
  /** The queue entry that carries the change. */
  entryId: string;
  /** The newest queued entry of the same record. A further change is made over it. */
  newestId: string;
  /** The version that the newest entry was made over. The screen shows its content, and of the record nothing newer. */
  baseVersion: number | null;
  /** 'refused': the server refused the change. It stays until a later try succeeds, or it is corrected or discarded. */
  state: 'waiting' | 'refused';
  /** The reason of a refusal; `null` for none. */
  reason: string | null;
}
