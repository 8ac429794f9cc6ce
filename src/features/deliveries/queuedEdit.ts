/** The history state of the delivery page after an edit that is on this device only. */
export const QUEUED_EDIT = { isQueuedEdit: true };

/** Whether this history state is that of a queued edit. The edit may still be refused or discarded. */
export const isQueuedEdit = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isQueuedEdit' in state;
