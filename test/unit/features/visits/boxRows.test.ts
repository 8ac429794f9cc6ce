import { expect, test } from 'vitest';
import type { Pending } from '../../../../src/domain/pending';
import { type BoxRow, unsentText } from '../../../../src/features/visits/boxRows';

const row = (state: Pending['state'] | null): BoxRow => ({
  box: { _id: 'b1', label: 'Cooler', size: 'S', location: { _id: 'l1', name: 'Corner Pantry' } },
  deliveries: [],
  total: 0,
  pending: state && { entryId: 'e1', newestId: 'e1', baseVersion: null, state, reason: null },
});

test.each([
  [[null, null], ''],
  [['waiting', null], '1 waiting'],
  [['refused', 'refused'], '2 not sent'],
  [['refused', 'waiting', 'waiting'], '2 waiting, 1 not sent'],
] as const)('boxes that are %j: "%s"', (states, text) => {
  expect(unsentText(states.map(row))).toBe(text);
});
