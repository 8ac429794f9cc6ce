import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByVisit, withoutSame } from '../../../src/domain/deliveryGroups';
import { sumDollars } from '../../../src/domain/money';

const aDelivery = (_id: string, visit: string | null, more: object = {}) => ({
  _id,
  visit: visit === null ? null : { _id: visit, outcome: 'partial', note: 'Cooler off' },
  repName: 'Ben',
  location: { name: 'Corner Pantry' },
  box: { _id: `box of ${_id}`, label: 'Box 1' },
  deliveredAt: '2026-03-01T10:00:00.000Z' as string | null,
  createdAt: '2026-03-01T10:05:00.000Z',
  total: 1.1,
  ...more,
});

describe('the rows of the deliveries list', () => {
  it('are one per visit, with its newest date, each box counted once, and its total', () => {
    const rows = groupByVisit([
      aDelivery('a', 'v1'),
      aDelivery('b', 'v1', { deliveredAt: '2026-03-01T11:00:00.000Z', total: 2.2 }),
      aDelivery('c', 'v1', { box: { _id: 'box of a', label: 'Box 1' }, total: 3.3 }),
    ]);
    expect(rows).toEqual([
      {
        key: 'v1',
        visitId: 'v1',
        date: '2026-03-01T11:00:00.000Z',
        repName: 'Ben',
        locationName: 'Corner Pantry',
        boxes: 2,
        outcome: 'partial',
        note: 'Cooler off',
        total: 6.6,
      },
    ]);
  });

  it('are one per delivery outside a visit, dated by its receipt where no other time is known', () => {
    const rows = groupByVisit([aDelivery('a', null, { deliveredAt: null }), aDelivery('b', null)]);
    expect(rows.map(({ key, visitId, outcome }) => [key, visitId, outcome])).toEqual([
      ['a', null, null],
      ['b', null, null],
    ]);
    expect(rows[0]?.date).toBe('2026-03-01T10:05:00.000Z');
  });

  it('are ordered by the first occurrence of their visit', () => {
    const rows = groupByVisit([aDelivery('a', 'v2'), aDelivery('b', 'v1'), aDelivery('c', 'v2'), aDelivery('d', null)]);
    expect(rows.map(({ key }) => key)).toEqual(['v2', 'v1', 'd']);
  });

  it('add up to the total of the page, to the cent', () => {
    const page = fc.array(
      fc.record({ visit: fc.constantFrom('v1', 'v2', null), cents: fc.integer({ min: 0, max: 1e7 }) }),
    );
    fc.assert(
      fc.property(page, (given) => {
        const deliveries = given.map(({ visit, cents }, at) => aDelivery(`d${at}`, visit, { total: cents / 100 }));
        const ofRows = sumDollars(groupByVisit(deliveries).map(({ total }) => total));
        expect(ofRows).toBe(sumDollars(deliveries.map(({ total }) => total)));
      }),
    );
  });
});

describe('the pending deliveries of this device', () => {
  it('are left out once the server lists them, matched by box and time', () => {
    const waiting = [aDelivery('local-1', 'v1', { box: { _id: 'x', label: 'Box 1' } }), aDelivery('local-2', 'v1')];
    const sent = [aDelivery('d9', 'v1', { box: { _id: 'x', label: 'Box 1' } })];
    expect(withoutSame(waiting, sent).map(({ _id }) => _id)).toEqual(['local-2']);
    expect(withoutSame(waiting, [])).toHaveLength(2);
  });

  it('are left out too where the server stores whole seconds, or names the box by its label only', () => {
    const waiting = [aDelivery('local-1', 'v1', { deliveredAt: '2026-03-01T10:00:00.789Z' })];
    const wholeSeconds = { deliveredAt: '2026-03-01T11:00:00+01:00' };
    expect(withoutSame(waiting, [aDelivery('local-1', 'v1', wholeSeconds)])).toEqual([]);
    const byLabel = { ...wholeSeconds, box: { _id: '', label: 'Box 1' } };
    expect(withoutSame(waiting, [aDelivery('d9', 'v1', byLabel)])).toEqual([]);
    expect(withoutSame([aDelivery('d9', 'v1', byLabel)], waiting)).toEqual([]);
    const aSecondLater = aDelivery('local-1', 'v1', { deliveredAt: '2026-03-01T10:00:01Z' });
    expect(withoutSame(waiting, [aSecondLater])).toHaveLength(1);
  });
});
