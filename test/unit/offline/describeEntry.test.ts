// @vitest-environment node
import { expect, it } from 'vitest';
import type { EntrySummary } from '../../../src/offline/entry';
import { describeEntry, describeObstacle } from '../../../src/offline/describeEntry';
import { aSummary } from '../../support/queue/anEntry';

const names = {
  locationName: (id: string) => (id === 'L1' ? 'Corner Store' : ''),
  boxLabel: (id: string) => (id === 'b1' ? 'Cooler' : ''),
};
const lines = [{ item: 'i1', quantity: 1, packaging: 'each' }];
const at = { locationId: 'L1' };
const refused = (text: string, status = 422) =>
  aSummary({}, { state: 'refused', attempts: 1, lastError: { status, text, at: 1 } });

it.each([
  [aSummary({ call: 'startVisit', path: '/visits', ...at }), 'Start a visit at Corner Store'],
  [aSummary({ body: { box: 'b1', lines }, ...at }), 'Refill Cooler at Corner Store, 1 line'],
  [aSummary({ body: { box: 'b2', lines: [] } }), 'Refill a box at a location, 0 lines'],
  [
    aSummary({ call: 'updateDelivery', path: '/deliveries/d1', body: { lines } }),
    'Change a delivery at a location to 1 line',
  ],
  [
    aSummary({ call: 'submitVisit', path: '/visits/v1/submit', body: { outcome: 'no_access' }, ...at }),
    'Submit the visit at Corner Store as no access',
  ],
  [aSummary({ call: 'updateVisit', path: '/visits/v1', ...at }), 'Change outcome or note of the visit at Corner Store'],
])('an entry is described in words', (entry, words) => {
  expect(describeEntry(entry, names)).toBe(words);
});

it.each<[EntrySummary, string | null, boolean?]>([
  [aSummary(), null],
  [aSummary({}, { lastError: { status: 500, text: 'Out of order', at: 1 } }), null],
  [aSummary(), 'Waits for another change', true],
  [refused('The visit is submitted.'), 'Not sent: The visit is submitted. (waits for another change)', true],
  [refused('The visit is submitted.'), 'Not sent: The visit is submitted.'],
  [refused('It was cancelled.', 410), 'Not sent: a discard was begun and not finished. Try again to send it.'],
  [refused(''), 'Not sent: the server responded with 422'],
])('an entry that something stops says what, another says nothing', (entry, words, isBlocked = false) => {
  expect(describeObstacle(entry, isBlocked)).toBe(words);
});
