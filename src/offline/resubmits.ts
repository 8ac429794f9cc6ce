import type { QueuedWrite } from '../api/queuedWrites';

/** Remembers the ids of writes whose effect is unknown, so that pressing the button again is no second write. */
export interface Resubmits {
  /** The id under which this very write was tried before; its own otherwise. */
  idFor(write: QueuedWrite, userId: string): string;
  /** Its fate is unknown: sent again unchanged, it keeps this id. */
  remember(write: QueuedWrite, userId: string, id: string): void;
  /** It was carried out or queued: the same content from now on is a new write. */
  forget(write: QueuedWrite, userId: string): void;
}

/** In memory: it covers the form that is still open. */
export function createResubmits(): Resubmits {
  const ids = new Map<string, string>();
  const fingerprint = ({ method, path, body }: QueuedWrite, userId: string) =>
    JSON.stringify([userId, method, path, body]);
  return {
    idFor: (write, userId) => ids.get(fingerprint(write, userId)) ?? write.id,
    remember: (write, userId, id) => ids.set(fingerprint(write, userId), id),
    forget: (write, userId) => ids.delete(fingerprint(write, userId)),
  };
}
