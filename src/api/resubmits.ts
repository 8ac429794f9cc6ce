import type { CallName } from '../contract/calls';

/** A write as it is told from others. */
export interface TriedWrite {
  /** Made for this try. */
  id: string;
  call: CallName;
  method: string;
  /** Below /api. */
  path: string;
  body?: unknown;
}

/** Remembers the ids of writes whose effect is unknown, so that pressing the button again is no second write. */
export interface Resubmits {
  /** The id under which this very write was tried before; its own otherwise. */
  idFor(write: TriedWrite, userId: string | null): string;
  /** Its fate is unknown: sent again unchanged, it keeps this id. */
  remember(write: TriedWrite, userId: string | null, id: string): void;
  /** It was carried out or queued: the same content from now on is a new write. */
  forget(write: TriedWrite, userId: string | null): void;
}

/**
 * What a later write takes the place of: a change another of the same thing; what is created is a thing of its own. Once
 * something else was said there, an earlier try's answer no longer tells what stands.
 */
function placeOf({ method, path, body }: TriedWrite): unknown[] {
  return method === 'PATCH' ? [path] : [path, body];
}

/** In memory: it covers the form that is still open. */
export function createResubmits(): Resubmits {
  const tried = new Map<string, { content: string; id: string }>();
  const place = (write: TriedWrite, userId: string | null) => JSON.stringify([userId, write.method, placeOf(write)]);
  const contentOf = ({ body }: TriedWrite) => JSON.stringify(body) ?? '';
  return {
    idFor(write, userId) {
      const before = tried.get(place(write, userId));
      return before?.content === contentOf(write) ? before.id : write.id;
    },
    remember: (write, userId, id) => tried.set(place(write, userId), { content: contentOf(write), id }),
    forget: (write, userId) => tried.delete(place(write, userId)),
  };
}
