// @vitest-environment node
import { expect, it } from 'vitest';
import { describeEntry, describeState } from '../../src/offline/outbox';
import { aHead } from './aHead';

const names = {
  locationName: (id: string) => (id === 'L1' ? 'Corner Store' : ''),
  boxLabel: (id: string) => (id === 'b1' ? 'Cooler' : ''),
};
const lines = [{ item: 'i1', quantity: 1, packaging: 'each' }];
const at = { locationId: 'L1' };
const refused = (text: string) => aHead({}, { state: 'refused', attempts: 1, lastError: { status: 422, text, at: 1 } });

it.each([
  [aHead({ call: 'startVisit', path: '/visits', ...at }), 'Start a visit at Corner Store'],
  [aHead({ body: { box: 'b1', lines }, ...at }), 'Refill Cooler at Corner Store, 1 line'],
  [aHead({ body: { box: 'b2', lines: [] } }), 'Refill a box at a location, 0 lines'],
  [
    aHead({ call: 'updateDelivery', path: '/deliveries/d1', body: { lines } }),
    'Change a delivery at a location to 1 line',
  ],
  [
    aHead({ call: 'submitVisit', path: '/visits/v1/submit', body: { outcome: 'no_access' }, ...at }),
    'Submit the visit at Corner Store as no access',
  ],
  [aHead({ call: 'updateVisit', path: '/visits/v1', ...at }), 'Change outcome or note of the visit at Corner Store'],
])('an entry in words', (head, words) => {
  expect(describeEntry(head, names)).toBe(words);
});

it.each([
  [aHead(), 'Waiting to send'],
  [{ ...aHead(), heldBehind: 'e0' }, 'Waits for an earlier change'],
  [aHead({}, { lastError: { status: 500, text: 'Out of order', at: 1 } }), 'Waiting to send. Last try: Out of order'],
  [refused('The visit is submitted.'), 'Not sent: The visit is submitted.'],
  [refused(''), 'Not sent: the server answered 422'],
])('how it stands with an entry, in words', (head, words) => {
  expect(describeState(head)).toBe(words);
});
