import type { SourceChange } from '../setup/plantedSource';

/** A bug to plant: one small change of the source, for one run. */
export interface Tooth extends SourceChange {
  bug: string;
}

const offline = (file: string, bug: string, find: string, replace: string): Tooth => ({
  bug,
  file: `offline/${file}`,
  find,
  replace,
});

/** Each of them would break a promise in the field; the simulation must notice every one. */
export const teeth: readonly Tooth[] = [
  // What is on disk.
  offline(
    'tryEntry.ts',
    'removes an entry before the server has answered',
    'const answer = await sendEntry(transport, entry, resolve);',
    'await journal.remove(head.id); const answer = await sendEntry(transport, entry, resolve);',
  ),
  offline(
    'tryEntry.ts',
    'drops what the server refuses',
    "return fail(options, head, { state: 'refused', lastError });",
    'await journal.remove(head.id); return { ...STAYS, isGone: true };',
  ),
  offline(
    'saveEntry.ts',
    'says "saved" when the disk is full',
    'return null;\n  }\n  try {',
    "return { ...entry, seq: 1e9, state: 'waiting', tab: null, attempts: 0, lastError: null, about: {}, mentions: [], heldBehind: null };\n  }\n  try {",
  ),
  offline('makingRoom.ts', 'makes no room on a full disk', 'await freeSpace();', ''),
  offline(
    'saveEntry.ts',
    'does not save one after the other',
    'const saved = last.then(() => saveEntry(options, entry));',
    'const saved = saveEntry(options, entry);',
  ),
  offline(
    'queueStore.ts',
    'keeps the id map in a second transaction',
    "if (mapping) await tx.put('idMap', mapping);\n        return erase(tx, id);\n      });",
    "return erase(tx, id);\n      });\n      if (mapping) await change((tx) => tx.put('idMap', mapping));",
  ),
  offline('queueStore.ts', 'keeps the id map in memory only', "if (mapping) await tx.put('idMap', mapping);", ''),
  offline(
    'queueStore.ts',
    'drops a record that it cannot read',
    "await tx.put('quarantine', { id, reason, at: now, ...record });",
    '',
  ),
  offline(
    'queueRecords.ts',
    'sets aside what a newer build wrote',
    "if (migrated === 'newer') return { kind: 'newer', shadow: shadowOf(asShape(rawEntry)) };",
    "if (migrated === 'newer') throw new Error('Unknown version');",
  ),
  offline(
    'queueStore.ts',
    'rewrites the entry with each try',
    "await tx.put('states', { ...found.state, tab });\n        return found.entry;",
    "await tx.put('states', { ...found.state, tab }); await tx.put('entries', { ...found.entry, ts: found.entry.ts + 1 });\n        return found.entry;",
  ),
  offline(
    'queueStore.ts',
    'takes the length of the queue as the next place',
    'const placed: QueueEntry = { ...entry, seq: next.seq };',
    'const placed: QueueEntry = { ...entry, seq: next.count };',
  ),
  offline('replayQueue.ts', 'leaves what a dead tab had in hand', 'await journal.adopt(await locks.liveTabs());', ''),
  offline(
    'offlineQueueMiddleware.ts',
    'does not let go of a queued entry',
    'released = await journal.release(head.id);',
    '',
  ),
  offline(
    'offlineQueueMiddleware.ts',
    'keeps an entry that the server has answered',
    'await owed.doNowOrOwe(head.id, () => journal.remove(head.id));\n      if (answer.ok)',
    'if (answer.ok)',
  ),
  offline(
    'offlineQueueMiddleware.ts',
    'keeps the start of a visit that it continued',
    'await owed.doNowOrOwe(head.id, () => journal.remove(head.id));\n        return { data: openVisit };',
    'return { data: openVisit };',
  ),

  // Identity.
  offline(
    'sendEntry.ts',
    'makes a new key for every try',
    '[IDEMPOTENCY_KEY_HEADER]: entry.id,',
    "[IDEMPOTENCY_KEY_HEADER]: entry.id + '-' + Math.random(),",
  ),
  offline(
    'resubmits.ts',
    'takes a button pressed again for a new change',
    'ids.get(fingerprint(write, userId)) ?? write.id',
    'write.id',
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
    'write, userId), userId, (id)',
    "write, userId), 'ann', (id)",
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
    'return unreadable || hasUnknownId || firstBefore(head, [...heads, ...newer], resolve) !== null;',
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
    'const staying: Dependable[] = [...disk.newer];',
    'const staying: Dependable[] = [];',
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
  offline('offlineQueueMiddleware.ts', 'does not tell the other tabs', 'options.broadcast();', ''),
  offline(
    'queueSlice.ts',
    'goes on showing what was sent',
    'state.heads = withoutHead(headsOf(state), head.id);\n        if (mapping)',
    'if (mapping)',
  ),
];
