import { expect, test } from 'vitest';
import { differencesOf as differencesIn } from '../../../../src/features/audit/auditDifferences';

const names: Record<string, string> = { cola: 'Cola', tea: 'Iced Tea' };
const differencesOf = (before: unknown, after: unknown) => differencesIn(before, after, (id) => names[id] ?? id);

test('only the fields that differ are shown of a record before and after', () => {
  const user = { _id: 'u1', name: 'Ada', roles: ['rep'], active: true };
  expect(differencesOf(user, { ...user, roles: ['rep', 'admin'] })).toEqual([
    { field: 'Roles', before: 'rep', after: 'rep, admin' },
  ]);
});

test('an entry with only the changed fields shows the same differences', () => {
  expect(differencesOf({ roles: ['rep'] }, { roles: ['rep', 'admin'] })).toEqual([
    { field: 'Roles', before: 'rep', after: 'rep, admin' },
  ]);
});

test('a side without recorded values stays empty', () => {
  expect(differencesOf(null, { ip: '127.0.0.1' })).toEqual([{ field: 'Address', before: null, after: '127.0.0.1' }]);
});

test('the delivery lines that differ are shown in words, before and after', () => {
  const line = { position: 1, itemId: 'cola', packaging: 'each', quantityHundredths: 250, unitPriceCents: 125 };
  const more = { position: 2, itemId: 'tea', packaging: 'case', quantityHundredths: 100, unitPriceCents: 1235 };
  expect(differencesOf([line], [{ ...line, quantityHundredths: 700 }, more])).toEqual([
    {
      field: 'Changed lines',
      before: '2.5 each Cola at $1.25',
      after: '7 each Cola at $1.25\n1 case Iced Tea at $12.35',
    },
  ]);
  expect(differencesOf([line], [])).toEqual([{ field: 'Changed lines', before: '2.5 each Cola at $1.25', after: '–' }]);
});

test('an outcome is shown with spaces for underscores (spec §4)', () => {
  expect(differencesOf({ outcome: 'partial' }, { outcome: 'no_access' })).toEqual([
    { field: 'Outcome', before: 'partial', after: 'no access' },
  ]);
});

test('an address is shown as one line of text, an empty one as a dash', () => {
  const empty = { street: '', city: '', state: '', zip: '' };
  const address = { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' };
  expect(differencesOf({ address: empty }, { address })).toEqual([
    { field: 'Address', before: '–', after: '1 Main St, Ames, IA 50010' },
  ]);
});

test('a price is shown as money, with the labels of the price form', () => {
  expect(differencesOf(null, { pricePerPack: 12, price: null })).toEqual([
    { field: 'Price/Pack', before: null, after: '$12.00' },
    { field: 'Price/Piece', before: null, after: '–' },
  ]);
});
