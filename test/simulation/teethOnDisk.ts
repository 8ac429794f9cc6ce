import { offline, type Tooth } from './tooth';

/** Bugs in what is on disk, and when. */
export const teethOnDisk: readonly Tooth[] = [
  offline(
    'tryEntry.ts',
    'removes an entry before the server has answered',
    'const answered = sendEntry(transport, entry, resolve);',
    'await options.journal.remove(head.id); const answered = sendEntry(transport, entry, resolve);',
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
  offline('withQuotaRetry.ts', 'makes no room on a full disk', 'await freeSpace();', ''),
  offline(
    'saveEntry.ts',
    'does not save one after the other',
    'const saved = last.then(() => saveEntry(options, entry));',
    'const saved = saveEntry(options, entry);',
  ),
  offline(
    'queueStore.ts',
    'keeps the id map in a second transaction',
    "const [, erased] = await Promise.all([mapping && tx.put('idMap', mapping), erase(tx, id)]);\n        return erased;\n      });",
    "return erase(tx, id);\n      });\n      if (mapping) await change((tx) => tx.put('idMap', mapping));",
  ),
  offline('queueStore.ts', 'keeps the id map in memory only', "mapping && tx.put('idMap', mapping)", 'null'),
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
  offline(
    'replayQueue.ts',
    'leaves what a dead tab had in hand',
    'const untold = await journal.adopt(await locks.liveTabs(), locks.tabId);',
    'const untold: never[] = [];',
  ),
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

  offline(
    'queueStore.ts',
    'writes the queue as one blob, as each tab knows it',
    "await Promise.all([tx.put('meta', next), tx.put('states', state), tx.put('entries', placed)]);",
    "await Promise.all([tx.put('meta', next), tx.put('states', state), tx.put('entries', placed)]); (keeper.blob ??= []).push(entry.id); for (const { id } of await tx.getAll('entries')) if (!keeper.blob.includes(id)) await tx.delete('entries', id);",
  ),
  offline(
    'tryEntry.ts',
    'gives an entry up after five tries',
    'const state = await journal.mark(head.id,',
    'if (head.attempts >= 4) await journal.remove(head.id); const state = await journal.mark(head.id,',
  ),
  offline(
    'reloadQueue.ts',
    'takes a failed read for an empty queue',
    'dispatch(queueUnreadable());',
    'dispatch(queueReloaded({ entries: [], serverIds: {}, quarantined: 0, newer: [], missing: 0 }));',
  ),
  offline(
    'queueStore.ts',
    'mends an entry in place, under the old id',
    'const entry: QueueEntry = { ...found.entry, id: newId, body, locationId };',
    'const entry: QueueEntry = { ...found.entry, body, locationId };',
  ),
];
