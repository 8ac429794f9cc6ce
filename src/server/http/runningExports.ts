import type { ServerResponse } from 'node:http';
import { onResponseEnd } from './onResponseEnd';
import { problem } from './problems';

/** How many exports of one user may run at the same time, and how many of all users. */
const PER_USER = 2;
const PER_PROCESS = 8;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER_S = 5;

/**
 * Returns a function that registers an export until its response was sent or its connection is closed. It refuses one
 * too many, with 409 if the user has too many, and with 503 if all users have. 429 would pause the queue of the device.
 * An export holds two pages in memory for as long as its client does not read them. Each process has limits of its own.
 */
export function createRunningExports(): (userId: string, response: ServerResponse) => void {
  const userOf = new Map<ServerResponse, string>();
  return (userId, response) => {
    const own = [...userOf.values()].filter((user) => user === userId).length;
    if (own >= PER_USER) {
      throw problem.conflict(`You have ${PER_USER} exports running. Wait until one is finished, then try again.`);
    }
    if (userOf.size >= PER_PROCESS) {
      throw problem.unavailable('The server is busy with other exports. Try again in a moment.', RETRY_AFTER_S);
    }
    userOf.set(response, userId);
    onResponseEnd(response, () => userOf.delete(response));
  };
}
