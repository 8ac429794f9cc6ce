import type { ServerResponse } from 'node:http';
import { onResponseEnd } from './onResponseEnd';
import { problem } from './problems';

/** How many reads of one user may be open at the same time. Browsers open six connections, each of one read. */
const PER_USER = 32;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER_S = 1;

/**
 * Returns a function that registers a read until its response was sent or its connection is closed. It refuses one too
 * many of a user with 429: a response of a list has up to 8 MB, and stays in memory for as long as its client does not
 * read it. Each process has limits of its own.
 */
export function createOpenReads(): (userId: string, response: ServerResponse) => void {
  const open = new Map<string, number>();
  return (userId, response) => {
    const own = open.get(userId) ?? 0;
    if (own >= PER_USER) {
      throw problem.tooManyRequests(`You have ${PER_USER} requests open. Try again in a moment.`, RETRY_AFTER_S);
    }
    open.set(userId, own + 1);
    onResponseEnd(response, () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    });
  };
}
