// @vitest-environment node
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { EntryState, QueueEntry } from '../../../../src/offline/entry';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { SimClock } from '../../../support/app/simClock';
import { anEntry } from '../../../support/queue/anEntry';
import { collectBroken, damaged, oneOf } from '../../../support/queue/damage';
import { type Random, randomFrom } from '../../../support/random';

const CASES = 7_000;
const SEED = 20_260_105;
const STORES = ['entries', 'entries', 'states', 'states', 'idMap', 'meta', 'meta'] as const;

/** A queue of four after a sent start of another visit; in the middle of a pass, or before one. */
async function aDiskInUse(isPassCutOff: boolean): Promise<CrashableDisk> {
  const disk = new CrashableDisk(new SimClock());
  const journal = createQueueJournal(disk.open(() => true));
  const write = (given: Partial<QueueEntry>) => {
    const { seq: _seq, ...entry } = anEntry(given);
    return journal.append(entry);
  };
  await write({ id: 'sent', call: 'startVisit', path: '/visits', creates: 'local-sent', locationId: 'l0' });
  await journal.complete([{ id: 'sent', mapping: { localId: 'local-sent', serverId: 'v0', at: 0 }, version: 1 }]);
  await write({ id: 'start', call: 'startVisit', path: '/visits', creates: 'local-start', visitId: 'local-start' });
  const lines = [{ item: 'i1', quantity: 2, packaging: 'each' }];
  await write({ id: 'refill', creates: 'local-refill', visitId: 'local-start', body: { visit: 'local-start', lines } });
  await write({
    id: 'first',
    creates: 'local-first',
    firstTry: true,
    pricesAsOf: '2026-01-05T08:00:00.000Z',
    body: { lines },
  });
  await write({
    id: 'note',
    call: 'updateVisit',
    method: 'PATCH',
    path: '/visits/local-sent',
    body: { note: 'n' },
    over: 'sent',
  });
  const lastError = { status: 409, text: 'It was submitted.', at: 5, present: { current: { version: 4 } } };
  await journal.mark('refill', { state: 'refused', attempts: 2, lastError, mayHaveArrived: true, nextTryAt: 9 });
  await journal.mark('note', { mayHaveArrived: true });
  if (isPassCutOff) await journal.beginPass('a pass', null, 0);
  return disk;
}

/** The submit of the visit that was started on this device. */
function aSubmit() {
  const visit = 'local-start';
  const given = { id: 'next', path: `/visits/${visit}/submit`, visitId: visit, body: { visit } };
  const { seq: _seq, ...entry } = anEntry({ ...given, call: 'submitVisit' });
  return entry;
}

/** The same records on a disk of its own, with one of them damaged. */
function damagedCopy(base: CrashableDisk, random: Random) {
  const disk = new CrashableDisk(new SimClock());
  disk.durable = structuredClone(base.durable);
  const store = oneOf(random, STORES);
  const records = disk.durable.get(store);
  const key = oneOf(random, [...(records?.keys() ?? [])]);
  // The browser holds a record by its key, so that field is what it was.
  const record = damaged(records?.get(key) ?? {}, random, ['id', 'localId', 'name']);
  records?.set(key, record);
  return { disk, store, key, record, journal: createQueueJournal(disk.open(() => true)) };
}

/** The number of entries of `aDiskInUse`. */
const APPENDED = 5;

/** What may have reached the server before any pass. */
const TRIED = ['refill', 'first', 'note'];

/** Whether the damage put another readable value where the note says what may have arrived: then nobody can tell. */
function isNoteForged(store: string, key: string, record: object): boolean {
  if (store === 'states') return (record as EntryState).mayHaveArrived === false;
  const { openSeq } = record as { openSeq?: unknown };
  return store === 'meta' && key === 'pass' && typeof openSeq === 'number' && openSeq !== APPENDED;
}

it(`27 no damaged record loses an entry, or marks one as never sent (${CASES} cases)`, async () => {
  const random = randomFrom(SEED);
  const bases = [await aDiskInUse(true), await aDiskInUse(false)] as const;
  const sound = new Map(bases[0].records<QueueEntry>('entries').map((entry) => [entry.id, entry]));
  const { broken, claim } = collectBroken();
  for (let n = 0; n < CASES; n += 1) {
    const isPassCutOff = n % 2 === 0;
    const { disk, store, key, record, journal } = damagedCopy(bases[isPassCutOff ? 0 : 1], random);
    const what = `case ${n}: ${store} ${JSON.stringify(record)}`;
    const { entries, newer } = await journal.load(10, new Set());
    const quarantined = disk.records<{ id: string; entry: unknown }>('quarantine');
    const found = [...entries.map(({ entry }) => entry), ...newer, ...quarantined].map(({ id }) => id);
    claim(isDeepStrictEqual(found.sort(), [...sound.keys()].sort()), `${what} lost an entry`);
    const isDamaged = (id: string) => store === 'entries' && id === key;
    const isAsFound = quarantined.every(({ id, entry }) => isDamaged(id) && isDeepStrictEqual(entry, record));
    claim(isAsFound, `${what} quarantined something else`);
    for (const { entry, summary } of entries) {
      const isSound = isDamaged(entry.id) || isDeepStrictEqual(entry, sound.get(entry.id));
      claim(isSound, `${what} changed ${entry.id}`);
      const mayHaveArrived = isPassCutOff || TRIED.includes(entry.id);
      const isTrue = !mayHaveArrived || summary.mayHaveArrived || isNoteForged(store, key, record);
      claim(isTrue, `${what} says that ${entry.id} never left`);
    }

    // What is saved from now on comes last, waits for what it needs, and comes back.
    const { entry, waitsFor } = await journal.append(aSubmit());
    const again = await journal.load(20, new Set());
    claim(isDeepStrictEqual(again.entries.at(-1)?.entry, entry), `${what} misplaces what is saved after it`);
    const needed = ['start', 'refill'];
    const doesWait = needed.some(isDamaged) || needed.every((id) => waitsFor.includes(id));
    claim(doesWait, `${what} lets the submit overtake`);
  }
  expect(broken).toEqual([]);
});
