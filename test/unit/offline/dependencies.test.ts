// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createBlockedBy, createBlockers } from '../../../src/offline/dependencies';
import { dependantsOf } from '../../../src/offline/relatedEntries';
import { resolverOf, type ServerIds, serverIdsOf } from '../../../src/offline/localIds';
import type { OrderedEntry, QueueEntry } from '../../../src/offline/entry';
import { aSummary } from '../../support/queue/anEntry';

const serverIds = serverIdsOf([{ localId: 'local-v', serverId: 'v1' }]);
const resolve = resolverOf(serverIds);

/** Whether the later entry waits for the earlier one. */
function waitsFor(later: Partial<QueueEntry>, earlier: Partial<QueueEntry>): boolean {
  const blockers = createBlockers(resolve);
  blockers.add(aSummary(earlier));
  return blockers.find(aSummary(later)) !== null;
}

const start = {
  call: 'startVisit',
  path: '/visits',
  visitId: 'local-v',
  creates: 'local-v',
  locationId: 'L1',
} as const;
const deliver = {
  call: 'createDelivery',
  path: '/deliveries',
  visitId: 'local-v',
  body: { visit: 'local-v' },
} as const;
const made = { ...deliver, creates: 'local-d' } as const;
const edit = { call: 'updateDelivery', method: 'PATCH', path: '/deliveries/local-d', visitId: 'local-v' } as const;
const submit = { call: 'submitVisit', path: '/visits/local-v/submit', visitId: 'local-v', locationId: 'L1' } as const;
const update = { call: 'updateVisit', method: 'PATCH', path: '/visits/v1', visitId: 'v1' } as const;
const other = { visitId: 'v2', body: { visit: 'v2' } };

describe('an entry waits for an earlier one', () => {
  const waits: [string, Partial<QueueEntry>, Partial<QueueEntry>][] = [
    ['that creates the visit it mentions', start, deliver],
    ['that creates the delivery it edits', made, edit],
    ['that edits the same delivery', edit, edit],
    ['that changes the same visit, by either of its ids', submit, update],
    ['of its visit, when it submits it', deliver, submit],
    ['of its visit, when it updates it', edit, update],
    ['that starts a visit at the same location', start, { ...start, creates: 'local-w', visitId: 'local-w' }],
    ['that submits the visit at the location where it starts one', submit, { ...start, creates: 'local-w' }],
    ['that submits a visit of an unknown location', { ...submit, locationId: null }, { ...start, creates: 'local-w' }],
  ];

  it.each(waits)('%s', (_why, earlier, later) => {
    expect(waitsFor({ ...later, seq: 2 }, { ...earlier, seq: 1 })).toBe(true);
    expect(waitsFor({ ...earlier, seq: 1 }, { ...later, seq: 2 })).toBe(false);
  });
});

describe('an entry does not wait for an earlier one', () => {
  const free: [string, Partial<QueueEntry>, Partial<QueueEntry>][] = [
    ['that is another delivery of its visit', deliver, deliver],
    ['that edits another delivery', edit, { ...edit, path: '/deliveries/d2' }],
    ['of another visit, when it submits its own', { ...deliver, ...other }, submit],
    ['of another user', { ...start, userId: 'bob' }, deliver],
    ['that starts a visit at another location', { ...start, locationId: 'L2' }, { ...start, creates: 'local-w' }],
    ['that submits a visit, when it delivers elsewhere', submit, { ...deliver, ...other }],
  ];

  it.each(free)('%s', (_why, earlier, later) => {
    expect(waitsFor({ ...later, seq: 2 }, { ...earlier, seq: 1 })).toBe(false);
  });
});

const start1 = aSummary({ ...start, seq: 2 });
const deliver1 = aSummary({ ...deliver, seq: 3 });

it('the first blocker of each waiting entry is found', () => {
  const elsewhere = aSummary({ ...deliver, ...other, seq: 1 });
  const submit1 = aSummary({ ...submit, seq: 4 });
  const ofBob = aSummary({ ...submit, seq: 5, userId: 'bob' });
  const found = createBlockedBy()([elsewhere, start1, deliver1, submit1, ofBob], serverIds);
  expect(Object.fromEntries(found)).toEqual({ e3: 'e2', e4: 'e2' });
});

it('a submit waits for the newest delivery of its visit that was made later', () => {
  const submit1 = aSummary({ ...submit, seq: 1 });
  const deliveries = [2, 3].map((seq) => aSummary({ ...deliver, seq }));
  const elsewhere = aSummary({ ...deliver, ...other, seq: 4 });
  const found = createBlockedBy()([submit1, ...deliveries, elsewhere], serverIds);
  expect(found.get('e1')).toBe('e3');
});

it('found blockers are reused only for a list that grew at its end, with the same known ids', () => {
  const submit1 = aSummary({ ...submit, seq: 4 });
  const ids = serverIdsOf([{ localId: 'local-v', serverId: 'v1' }]);
  const [first, second, third] = [[start1], [start1, deliver1], [start1, deliver1, submit1]];
  const find = createBlockedBy();
  const calls: [OrderedEntry[], ServerIds][] = [
    [first, {}],
    [second, ids],
    [third, ids],
    [second, ids],
    [third, {}],
    [[deliver1, submit1], ids],
    [[submit1], ids],
    [[submit1, aSummary({ ...submit, seq: 6 })], ids],
  ];
  for (const [entries, known] of calls) expect(find(entries, known)).toEqual(createBlockedBy()(entries, known));
});

it('the dependants of an entry include their own dependants', () => {
  const made1 = aSummary({ ...made, seq: 4 });
  const edit1 = aSummary({ ...edit, seq: 5 });
  const elsewhere = aSummary({ ...deliver, ...other, seq: 6 });
  const all = [start1, deliver1, made1, edit1, elsewhere];
  expect(dependantsOf(start1, all).map(({ id }) => id)).toEqual(['e3', 'e4', 'e5']);
  expect(dependantsOf(made1, all).map(({ id }) => id)).toEqual(['e5']);
  expect(dependantsOf(edit1, all)).toEqual([]);
});
