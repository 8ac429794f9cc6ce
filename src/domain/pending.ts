/** What stands between a change made on this device and the server (deviation T3). */
export interface Pending {
  /** The queue entry that carries the change. */
  entryId: string;
  /** The newest queued entry of the same thing: what a further change is made over. */
  newestId: string;
  /** 'refused': the server said no; the change stays until a person edits or discards it. */
  state: 'waiting' | 'refused';
  /** Why the server said no; `null` while it has not. */
  reason: string | null;
}
