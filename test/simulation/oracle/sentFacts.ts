import type { Sent } from '../browser/network';
import type { SimTab } from '../browser/simTab';

/** The shortest and the longest wait of a retry, with jitter in its upper half (`scopeOf`), ms. */
export const FIRST_GAP_MS = 2_000;
const LONGEST_GAP_MS = 150_000;

/** A tab has noted a response for the others within this time, ms. */
const NOTED_WITHIN_MS = 200;

/** A limit on sign-in counts the tries of anybody, so it asks for no pause of the queue. */
const isSignInLimit = ({ fault, path, method }: Sent) =>
  fault === 'busy429' && method === 'POST' && path.startsWith('/api/auth/');

/** A tab received a "busy" response, and neither ended nor was frozen before it could store that. */
export function isBusyResponse(sent: Sent): boolean {
  const { pauseMs, endedAt, tab, isReceived } = sent;
  if (!isReceived || endedAt === null || pauseMs === 0 || isSignInLimit(sent)) return false;
  const frozenAt = tab.stoodStillSince(endedAt) ? tab.frozenAt : null;
  const stoppedAt = Math.min(...[tab.endedAt, frozenAt].map((at) => at ?? Number.POSITIVE_INFINITY));
  return stoppedAt >= endedAt + NOTED_WITHIN_MS;
}

/** Retries that timers can have set off within this time. */
export function armedRetries(ms: number): number {
  let gap = FIRST_GAP_MS;
  let count = 0;
  for (let at = gap; at <= ms; at += gap) {
    count += 1;
    gap = Math.min(LONGEST_GAP_MS, gap * 2);
  }
  return count;
}

/** Its tab ended before it had noted the response: whoever goes on with the entry can't know of the try. */
export const wasCutOff = ({ tab, endedAt }: Sent) =>
  tab.endedAt !== null && tab.endedAt <= (endedAt ?? tab.endedAt) + NOTED_WITHIN_MS;

/** The account may not write: the entry waits for its rep, and the next try is the first one again. */
export const saysDeactivated = ({ status, isReceived }: Sent) => status === 403 && isReceived;

/** What lets waiting entries be tried, and when, ms since 1970. */
interface Trigger {
  what: string;
  at: number;
}

const saysWho = ({ path, status, isReceived, endedAt }: Sent) =>
  path === '/api/auth/me' && status === 200 && isReceived && endedAt !== null;

/**
 * The tabs that learned after the first request of an entry who is signed in, for the first time, and long after they
 * were opened: there was no connection. `lastsMs`: how long the opening itself counts.
 */
function lateOpened(all: readonly Sent[], first: Sent, to: number, lastsMs: number): number {
  const openedAt = new Map<SimTab, number>();
  const startedAt = new Map<SimTab, number>();
  for (const sent of all) {
    const { tab, path, at, endedAt } = sent;
    if (path !== '/api/auth/me') continue;
    if (!openedAt.has(tab)) openedAt.set(tab, at);
    if (saysWho(sent) && !startedAt.has(tab)) startedAt.set(tab, endedAt ?? at);
  }
  const isLate = ([tab, at]: [SimTab, number]) => at > (openedAt.get(tab) ?? at) + lastsMs;
  return [...startedAt].filter((one) => one[1] >= first.at && one[1] <= to && isLate(one)).length;
}

/** The tabs that learned after the first request of an entry of a sign-in in another tab. */
function followers(all: readonly Sent[], triggers: readonly Trigger[], first: Sent, to: number): number {
  const confirmed = all.filter((sent) => {
    const isAfterSignIn = triggers.some(({ what, at }) => what === 'signIn' && at <= sent.at);
    const endedAt = sent.endedAt ?? 0;
    return saysWho(sent) && endedAt >= first.at && endedAt <= to && sent.tab !== first.tab && isAfterSignIn;
  });
  return new Set(confirmed.map(({ tab }) => tab)).size;
}

/**
 * The passes that begin after the first request of an entry, and before `to`, because a tab learns only then who is
 * signed in. `triggers`: those that count for the entry.
 */
export const lateStarts = (
  all: readonly Sent[],
  triggers: readonly Trigger[],
  first: Sent,
  to: number,
  lastsMs: number,
): number => lateOpened(all, first, to, lastsMs) + followers(all, triggers, first, to);
