import { below } from './mutant';

/** Bugs in what the commands of the outbox do to refused changes. */
export const OUTBOX_COMMANDS = [
  ...below('offline', [
    [
      'outboxCommands.ts',
      "takes another user's version for the result of a change that was left",
      'isOwn ? completeEntries',
      'isOwn || found ? completeEntries',
      'offline/invariants/leaveIt.test.ts',
    ],
    [
      'outboxCommands.ts',
      'discards nothing of a chain of which a part is gone',
      'return found[0] ? await work',
      'return missing.length === 0 ? await work',
      'offline/invariants/discardedChains.test.ts',
    ],
    [
      'outboxCommands.ts',
      'ends a command on an entry that another tab has sent meanwhile',
      "return isAsRead ? step(tx, meta) : 'beingSent';",
      'return step(tx, meta);',
      'offline/invariants/stolenLocks.test.ts',
    ],
    [
      'entryChanges.ts',
      'moves a change of a visit with its old id',
      'const ofVisit = { ...entry, id: to.newId, baseVersion',
      'const ofVisit = { ...entry, baseVersion',
      'offline/invariants/movedToNewVisit.test.ts',
    ],
    [
      'storage/replaceEntries.ts',
      'leaves an edit that was saved meanwhile before its moved delivery',
      'if (toTheEnd) movedToEnd.push(last);',
      'if (!toTheEnd) movedToEnd.push(last);',
      'offline/invariants/movedToNewVisit.test.ts',
    ],
    [
      'storage/replaceEntries.ts',
      'moves an edit that was saved meanwhile before the earlier ones of its delivery',
      'for (const id of changes.filter((one) => !placed.has(one)))',
      'for (const id of changes)',
      'offline/invariants/commandsDuringPass.test.ts',
    ],
    [
      'storage/endedWrites.ts',
      'offers the draft of an ended write again',
      "await tx.put('meta', { name: PREFIX + id });",
      '',
      'offline/invariants/identity.test.ts',
    ],
    [
      'outboxCommands.ts',
      'lists as sent what was recorded otherwise',
      'mapping, at: now(), isRecordedOtherwise: true }));',
      'mapping, at: now() }));',
    ],
    [
      'dependencies.ts',
      'does not show that a submit waits for a later delivery',
      'delivery && delivery.seq > submit.seq ?',
      'delivery && delivery.seq > Infinity ?',
      'offline/dependencies.test.ts',
    ],
    [
      'storage/removeEntries.ts',
      'forgets what a discarded change was made over',
      'await putSuccessor(tx, found.entry, found.entry.over);',
      '',
    ],
    [
      'storage/entryVersions.ts',
      'sends a change over a discarded correction without a version',
      'return baseVersion ?? base;',
      'return baseVersion;',
      'offline/invariants/recordedOtherwise.test.ts',
    ],
    [
      'storage/replaceEntries.ts',
      'leaves an edited entry on the disk beside its replacement',
      'for (const { entry } of olds) await eraseEntry(tx, entry);',
      '',
    ],
  ]),
  ...below('state/outbox', [
    [
      'refusedEntries.ts',
      'starts a visit for a delivery that another tab has discarded',
      "if (!moved.some(({ id }) => id === entryId)) return 'gone';",
      '',
      'offline/invariants/movedToNewVisit.test.ts',
    ],
    [
      'editRefusedEntry.ts',
      'sends an edit of what was recorded otherwise under a new id',
      "resolution?.kind === 'recorded'",
      "resolution?.kind === 'conflict'",
      'offline/invariants/recordedOtherwise.test.ts',
    ],
    [
      'refusedEntries.ts',
      'sends mine over the version that was refused',
      'newId(), { baseVersion: version }, false)',
      'newId(), {}, false)',
    ],
    [
      'refusedEntries.ts',
      'moves a refused delivery into a visit that nothing starts',
      'const start = into ? null : newEntry(write, of);',
      'const start = null;',
    ],
  ]),
];
