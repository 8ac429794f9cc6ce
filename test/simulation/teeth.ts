import { teethOnDisk } from './teethOnDisk';
import { offline, type Tooth } from './tooth';

/** Each of them would break a promise in the field; the simulation must notice every one. */
export const teeth: readonly Tooth[] = [
  ...teethOnDisk,

  // Identity.
  offline(
    'sendEntry.ts',
    'makes a new key for every try',
    '[IDEMPOTENCY_KEY_HEADER]: entry.id,',
    "[IDEMPOTENCY_KEY_HEADER]: entry.id + '-' + Math.random(),",
  ),
  offline(
    'sendEntry.ts',
    'sends the time of sending as the time of capture',
    'new Date(entry.ts).toISOString()',
    'new Date().toISOString()',
  ),
  offline(
    'offlineQueueMiddleware.ts',
    'stamps every change with one owner',
    'write.id, userId, (id)',
    "write.id, 'ann', (id)",
  ),
  offline('replayQueue.ts', "sends everybody's entries", '.filter((head) => head.userId === userId);', ';'),

  // Local ids.
  offline('localIds.ts', 'sends local ids in paths', 'return resolved === id ? segment', 'return true ? segment'),
  offline('localIds.ts', 'sends local ids in bodies', "if (typeof body === 'string') return resolve(body);", ''),
  offline(
    'offlineQueueMiddleware.ts',
    'sends an id that only this device knows',
    'const hasUnknownId = head.mentions.some((id) => resolve(id) === id);',
    'const hasUnknownId = false;',
  ),

  // Order.
  offline('order.ts', 'sorts by the clock', 'return a.seq - b.seq ||', 'return (a.ts ?? a.seq) - (b.ts ?? b.seq) ||'),
  offline('dependencies.ts', 'sees no dependence', 'if (isAhead(other)) return other;', ''),
  offline(
    'dependencies.ts',
    'lets a submit overtake deliveries',
    'if (isVisitChange && sameVisit(entry, earlier, resolve)) return true;',
    '',
  ),
  offline(
    'offlineQueueMiddleware.ts',
    'lets a new write overtake what waits',
    'return unreadable || hasUnknownId || firstBefore(head, [...entries, ...newer], resolve) !== null;',
    'return unreadable || hasUnknownId;',
  ),
  offline(
    'offlineQueueMiddleware.ts',
    'lets a new write overtake one that hangs',
    'await Promise.all(ahead.map((other) => other.arrived));',
    '',
  ),
  offline(
    'replayQueue.ts',
    "lets entries overtake a newer build's",
    'const staying: OrderedEntry[] = [...disk.newer];',
    'const staying: OrderedEntry[] = [];',
  ),
  offline('webLocks.ts', 'drains without a lock', '(lock ? work() : Promise.resolve(null))', 'work()'),
  offline(
    'dependencies.ts',
    'holds everything behind a refused entry',
    'if (earlier.seq >= entry.seq || earlier.userId !== entry.userId) return false;',
    'if (earlier.seq >= entry.seq || earlier.userId !== entry.userId) return false; if (earlier.state) return true;',
  ),

  // Answers.
  {
    bug: 'takes any page with status 200 for success',
    file: 'api/transport.ts',
    find: "if (!json.parsed) return { ok: false, failure: { kind: 'unreachable', reason: 'notOurServer' } };",
    replace: 'if (!json.parsed) return { ok: true, status, data: null };',
  },
  offline('classify.ts', 'takes a 401 for a refusal', "if (failure.status === 401) return 'signedOut';", ''),
  offline('classify.ts', 'takes a 500 for a refusal', 'status >= 500 ||', ''),

  // Triggers and screens.
  offline(
    'connectivityListener.ts',
    "trusts the browser's word for the connection",
    'if (run && isDue(run)) void start(run);',
    'if (run && getState().connectivity.online && isDue(run)) void start(run);',
  ),
  offline(
    'connectivityListener.ts',
    'arms no timer',
    'cancelTimer = options.schedule(() => dispatch(retryTimerFired()), delay);',
    '',
  ),
  offline(
    'connectivityListener.ts',
    'keeps a Retry-After by the clock',
    'return elapsed < 0 ? 0 : Math.max(0, retryAfter.ms - elapsed);',
    'return Math.max(0, retryAfter.ms - elapsed);',
  ),
  offline(
    'eligibility.ts',
    'never asks again what was refused',
    "return state === 'waiting' || TRIES_REFUSED.has(trigger);",
    "return state === 'waiting';",
  ),
  offline(
    'tryEntry.ts',
    'counts what was refused as sent',
    "tally.refused += 1;\n      return fail(options, head, { state: 'refused', lastError });",
    "tally.pushed += 1;\n      return fail(options, head, { state: 'refused', lastError });",
  ),
  offline(
    'replayQueue.ts',
    "counts everybody's changes as left",
    "seen = entriesOf(disk, userId).filter((head) => head.state !== 'sending').length + tally.pushed;",
    "seen = disk.entries.filter(({ head }) => head.state !== 'sending').length + tally.pushed;",
  ),
  offline(
    'replayQueue.ts',
    'tells of nothing left when the storage failed',
    'remaining: seen - tally.pushed,',
    "remaining: ended === 'storageFailed' ? 0 : seen - tally.pushed,",
  ),
  offline('offlineQueueMiddleware.ts', 'does not tell the other tabs', 'options.broadcast();', ''),
  offline(
    'queueSlice.ts',
    'goes on showing what was sent',
    'state.entries = withoutHead(headsOf(state), head.id);\n        if (mapping)',
    'if (mapping)',
  ),
];
