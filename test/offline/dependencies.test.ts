// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dependsOn, firstBefore } from '../../src/offline/dependencies';
import { resolverOf } from '../../src/offline/localIds';
import type { QueueEntry } from '../../src/offline/entry';
import { aHead } from './aHead';

const resolve = resolverOf({ 'local-v': 'v1' });

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
    ['that starts a visit at the same place', start, { ...start, creates: 'local-w', visitId: 'local-w' }],
    ['that submits the visit at the place where it starts one', submit, { ...start, creates: 'local-w' }],
    ['that submits a visit of an unknown place', { ...submit, locationId: null }, { ...start, creates: 'local-w' }],
  ];

  it.each(waits)('%s', (_why, earlier, later) => {
    expect(dependsOn(aHead({ ...later, seq: 2 }), aHead({ ...earlier, seq: 1 }), resolve)).toBe(true);
    expect(dependsOn(aHead({ ...earlier, seq: 1 }), aHead({ ...later, seq: 2 }), resolve)).toBe(false);
  });
});

describe('an entry does not wait for an earlier one', () => {
  const free: [string, Partial<QueueEntry>, Partial<QueueEntry>][] = [
    ['that is another delivery of its visit', deliver, deliver],
    ['that edits another delivery', edit, { ...edit, path: '/deliveries/d2' }],
    ['of another visit, when it submits its own', { ...deliver, ...other }, submit],
    ['of another user', { ...start, userId: 'bob' }, deliver],
    ['that starts a visit at another place', { ...start, locationId: 'L2' }, { ...start, creates: 'local-w' }],
    ['that submits a visit, when it delivers elsewhere', submit, { ...deliver, ...other }],
  ];

  it.each(free)('%s', (_why, earlier, later) => {
    expect(dependsOn(aHead({ ...later, seq: 2 }), aHead({ ...earlier, seq: 1 }), resolve)).toBe(false);
  });
});

it('the first of those it waits for is named, or nothing', () => {
  const entries = [aHead({ ...deliver, ...other, seq: 1 }), aHead({ ...start, seq: 2 }), aHead({ ...deliver, seq: 3 })];
  expect(firstBefore(aHead({ ...submit, seq: 4 }), entries, resolve)?.seq).toBe(2);
  expect(firstBefore(aHead({ ...submit, seq: 4, userId: 'bob' }), entries, resolve)).toBeNull();
});
