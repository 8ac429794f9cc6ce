// @vitest-environment node
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBlockedBy } from '../../../../src/offline/dependencies';
import type { NewEntry, QueueEntry } from '../../../../src/offline/entry';
import { serverIdsOf } from '../../../../src/offline/localIds';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { SimClock } from '../../../support/app/simClock';
import { anEntry } from '../../../support/queue/anEntry';

function newEntry(given: Partial<QueueEntry>): NewEntry {
  const { seq: _seq, ...entry } = anEntry(given);
  return entry;
}

function aDisk() {
  const disk = new CrashableDisk(new SimClock());
  return { disk, journal: createQueueJournal(disk.open(() => true)) };
}

/** What an older build, which knows no index, does to the disk: its entry, and its own counters. */
function appendAsOlderBuild(disk: CrashableDisk, entry: QueueEntry): void {
  const meta = disk.durable.get('meta')?.get('queue') as { count: number; rev: number } | undefined;
  disk.durable.get('entries')?.set(entry.id, entry);
  const counters = { name: 'queue', seq: entry.seq, count: (meta?.count ?? 0) + 1, rev: (meta?.rev ?? 0) + 1 };
  disk.durable.get('meta')?.set('queue', counters);
}

const edit = { call: 'updateDelivery', method: 'PATCH', path: '/deliveries/d1' } as const;

it('the next append rebuilds the index after an older build wrote, so that its entries are waited for', async () => {
  const { disk, journal } = aDisk();
  await journal.append(newEntry({ ...edit, id: 'ours' }));
  appendAsOlderBuild(disk, anEntry({ ...edit, id: 'theirs', seq: 2 }));
  expect(await journal.append(newEntry({ ...edit, id: 'next' }))).toMatchObject({ waitsFor: ['ours', 'theirs'] });
});

it('a read rebuilds the index too, without the entries that an older build removed', async () => {
  const { disk, journal } = aDisk();
  await journal.append(newEntry({ ...edit, id: 'ours' }));
  appendAsOlderBuild(disk, anEntry({ ...edit, id: 'theirs', seq: 2 }));
  disk.durable.get('entries')?.delete('ours');
  await journal.load(0, new Set());
  const names = disk.records('meta').map(({ name }) => String(name));
  expect(names.some((name) => name.endsWith('theirs'))).toBe(true);
  expect(names.some((name) => name.endsWith('ours'))).toBe(false);
});

it('an edit by the server’s id waits for one by the local id, and vice versa', async () => {
  const { journal } = aDisk();
  const mapping = { localId: 'local-made', serverId: 'd9', at: 1 };
  await journal.append(newEntry({ id: 'made', creates: 'local-made' }));
  await journal.append(newEntry({ ...edit, id: 'byLocal', path: '/deliveries/local-made' }));
  await journal.complete([{ id: 'made', mapping, version: null }]);
  expect(await journal.append(newEntry({ ...edit, id: 'byServer', path: '/deliveries/d9' }))).toMatchObject({
    waitsFor: ['byLocal'],
  });
  await journal.complete([{ id: 'byLocal', mapping: null, version: null }]);
  expect(await journal.append(newEntry({ ...edit, id: 'again', path: '/deliveries/local-made' }))).toMatchObject({
    waitsFor: ['byServer'],
  });
});

const userId = fc.constantFrom('ann', 'bob');
const visit = fc.constantFrom('local-v', 'v1', 'v2');
const location = fc.constantFrom('L1', 'L2', null);
const write: fc.Arbitrary<Partial<QueueEntry>> = fc.oneof(
  fc.record({ userId, locationId: location }).map((one) => ({ ...one, call: 'startVisit' as const, path: '/visits' })),
  fc.record({ userId, visit }).map(({ visit: visitId, ...one }) => ({ ...one, visitId, body: { visit: visitId } })),
  fc.record({ userId, id: fc.constantFrom('d1', 'd2'), visit }).map(({ id, visit: visitId, ...one }) => ({
    ...one,
    ...edit,
    visitId,
    path: `/deliveries/${id}`,
  })),
  fc.record({ userId, visit, locationId: location }).map(({ visit: visitId, ...one }) => ({
    ...one,
    call: 'submitVisit' as const,
    visitId,
    path: `/visits/${visitId}/submit`,
  })),
  fc.record({ userId, visit }).map(({ visit: visitId, ...one }) => ({
    ...one,
    call: 'updateVisit' as const,
    method: 'PATCH' as const,
    visitId,
    path: `/visits/${visitId}`,
  })),
);

it('the index and a pass agree on the blockers, whatever an older build queued, sent and wrote', async () => {
  const step = fc.record({ write, leaves: fc.boolean(), byOlderBuild: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { disk, journal } = aDisk();
      const mapping = { localId: 'local-v', serverId: 'v1', at: 1 };
      await journal.append(newEntry({ id: 'start', call: 'startVisit', creates: 'local-v', visitId: 'local-v' }));
      await journal.complete([{ id: 'start', mapping, version: null }]);
      const seen: { waitsFor: string[]; blocker: string | undefined }[] = [];
      for (const [at, { write: given, leaves, byOlderBuild }] of steps.entries()) {
        const id = `w${at}`;
        if (byOlderBuild) appendAsOlderBuild(disk, anEntry({ ...given, id, seq: at + 2 }));
        else {
          const { waitsFor } = await journal.append(newEntry({ ...given, id }));
          const { entries } = await journal.load(1, null);
          const summaries = entries.map(({ summary }) => summary);
          const serverIds = serverIdsOf([{ localId: 'local-v', serverId: 'v1' }]);
          const blocker = createBlockedBy()(summaries, serverIds).get(id);
          seen.push({ waitsFor, blocker });
        }
        if (leaves) await journal.remove([id]);
      }
      const fits = ({ waitsFor, blocker }: (typeof seen)[number]) =>
        blocker === undefined ? waitsFor.length === 0 : waitsFor.includes(blocker);
      expect(seen.filter((one) => !fits(one))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it('the disk and the screens agree on which submits wait for a later delivery', async () => {
  const step = fc.record({ write, leaves: fc.boolean(), isRefusedAsSubmitted: fc.boolean() });
  const lastError = { status: 409, text: 'submitted', at: 1, present: { reason: 'visitSubmitted' } };
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { journal } = aDisk();
      const mapping = { localId: 'local-v', serverId: 'v1', at: 1 };
      await journal.append(newEntry({ id: 'start', call: 'startVisit', creates: 'local-v', visitId: 'local-v' }));
      await journal.complete([{ id: 'start', mapping, version: null }]);
      for (const [at, { write: given, leaves, isRefusedAsSubmitted }] of steps.entries()) {
        const id = `w${at}`;
        await journal.append(newEntry({ ...given, id }));
        if (isRefusedAsSubmitted) await journal.mark(id, { state: 'refused', lastError });
        if (leaves) await journal.remove([id]);
      }
      const { entries } = await journal.load(1, null);
      const summaries = entries.map(({ summary }) => summary);
      for (const { id, seq, call } of summaries.filter((one) => one.call === 'submitVisit')) {
        const read = await journal.read(id, null);
        seen.add(read?.hasLaterDelivery ?? false);
        // Without the earlier entries, since the screens name one blocker only.
        const notEarlier = summaries.filter((one) => one.seq >= seq);
        const blockers = createBlockedBy()(notEarlier, serverIdsOf([mapping]));
        expect([call, id, read?.hasLaterDelivery]).toEqual([call, id, blockers.has(id)]);
      }
    }),
    { numRuns: 300 },
  );
  expect(seen).toEqual(new Set([false, true]));
});
