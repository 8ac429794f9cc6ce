import { describe, expect, it } from 'vitest';
import { parseDelivery, parseDeliveryPage, parseVisitDeliveries } from '../../../src/api/parsers/delivery';
import { parseItem } from '../../../src/api/parsers/item';
import { parseBox, parseLocation } from '../../../src/api/parsers/location';
import { parseItemsUsage, parseOutcomeCounts, parseRepProductivity } from '../../../src/api/parsers/report';
import { parseSessionUser, parseUser } from '../../../src/api/parsers/user';
import { parseVisit } from '../../../src/api/parsers/visit';
import { parseList } from '../../../src/api/parsers/values';

const at = '2026-11-21T09:00:00.000Z';

describe('the parsers read every shape that the specification allows into one', () => {
  it('a list as an array or in a data field', () => {
    const boxes = [{ _id: 'b1' }, { _id: 'b2' }];
    for (const response of [boxes, { data: boxes }]) {
      expect(parseList(response, parseBox).map((box) => box._id)).toEqual(['b1', 'b2']);
    }
    for (const nothing of [null, 'text', {}, { data: null }]) expect(parseList(nothing, parseBox)).toEqual([]);
  });

  it('a box by _id, boxId or id (spec §3)', () => {
    for (const named of [{ _id: 'b1' }, { boxId: 'b1' }, { id: 'b1' }]) {
      expect(parseBox({ ...named, label: 'Box 1', size: 'L', location: { _id: 'l1', name: 'Shop' } })).toEqual({
        _id: 'b1',
        label: 'Box 1',
        size: 'L',
        location: { _id: 'l1', name: 'Shop' },
      });
    }
    expect(parseBox({ _id: 'b1', location: 'l1' }).location).toEqual({ _id: 'l1', name: '' });
  });

  it('a user with a list of roles or a single role', () => {
    for (const roles of [{ roles: ['admin'] }, { role: 'admin' }, { roles: 'admin' }, { roles: ['admin', 'owner'] }]) {
      expect(parseUser({ _id: 'u1', name: 'Ana', ...roles }).roles).toEqual(['admin']);
    }
  });

  it('a session bare or in a user field, and a session of no user', () => {
    const user = { _id: 'u1', name: 'Ana', email: 'a@b.c', roles: ['rep'] };
    expect(parseSessionUser(user)?._id).toBe('u1');
    expect(parseSessionUser({ user })?._id).toBe('u1');
    for (const nobody of [null, {}, { user: null }]) expect(parseSessionUser(nobody)).toBeNull();
  });

  it('a visit bare or in a visit field, its rep by name alone or as an object', () => {
    const visit = { _id: 'v1', location: { _id: 'l1', name: 'Shop' }, startedAt: at };
    for (const rep of [{ repName: 'Ana' }, { rep: { name: 'Ana' } }]) {
      for (const response of [{ ...visit, ...rep }, { visit: { ...visit, ...rep } }]) {
        expect(parseVisit(response)).toMatchObject({
          _id: 'v1',
          repName: 'Ana',
          outcome: null,
          note: '',
          submittedAt: null,
        });
      }
    }
    expect(parseVisit({ _id: 'v1', location: 'l1' }).location._id).toBe('l1');
    expect(parseVisit({ message: 'created' })._id).toBe('');
  });

  it('a delivery whose visit, location and items are ids, names or objects', () => {
    const line = { item: 'i1', packaging: 'case', quantity: '1.5', unitPrice: 2 };
    const short = parseDelivery({
      _id: 'd1',
      visit: 'v1',
      location: 'Shop',
      repName: 'Ana',
      lines: [line],
      createdAt: at,
    });
    expect(short).toMatchObject({
      visit: { _id: 'v1' },
      location: { name: 'Shop' },
      repName: 'Ana',
      lines: [{ item: { _id: 'i1', name: '' }, quantity: 1.5, lineTotal: 3 }],
      deliveredAt: null,
      total: 3,
    });
    const long = parseDelivery({
      _id: 'd1',
      visit: { _id: 'v1', rep: { name: 'Ana' }, outcome: 'partial', note: 'n' },
      location: { _id: 'l1', name: 'Shop' },
      lines: [{ ...line, item: { _id: 'i1', name: 'Gin' }, lineTotal: 9 }],
      createdAt: at,
      total: 9,
    });
    expect(long).toMatchObject({
      visit: { outcome: 'partial' },
      repName: 'Ana',
      lines: [{ item: { name: 'Gin' } }],
      total: 9,
    });
    expect(parseDelivery({ _id: 'd1' }).visit).toBeNull();
  });

  it('a page of deliveries with its info, or a bare array as the only page', () => {
    const pageInfo = { page: 2, limit: 25, total: 60, hasMore: true };
    expect(parseDeliveryPage({ data: [{ _id: 'd1' }], pageInfo }).pageInfo).toEqual(pageInfo);
    expect(parseDeliveryPage([{ _id: 'd1' }]).pageInfo).toEqual({ page: 1, limit: 25, total: 1, hasMore: false });
  });

  it('only the deliveries of the requested visit (spec §7)', () => {
    const deliveries = [{ _id: 'd1', visit: 'v1' }, { _id: 'd2', visit: { _id: 'v2' } }, { _id: 'd3' }];
    expect(parseVisitDeliveries({ data: deliveries }, 'v1').map((delivery) => delivery._id)).toEqual(['d1']);
  });

  it('an item with one price or both', () => {
    expect(parseItem({ _id: 'i1', name: 'Gin', pricePerPack: '12.50' })).toMatchObject({
      pricePerPack: 12.5,
      price: null,
    });
    expect(parseItem({ _id: 'i1', active: false }).active).toBe(false);
  });

  it('a location with its address in parts or on one line', () => {
    expect(parseLocation({ _id: 'l1', name: 'Shop', address: '1 Main' }).address.street).toBe('1 Main');
    expect(parseLocation({ _id: 'l1', name: 'Shop' }).address).toEqual({ street: '', city: '', state: '', zip: '' });
  });

  it('report rows and counts', () => {
    expect(parseItemsUsage([{ name: 'Gin', quantity: '3', amount: 4.5 }])).toEqual([
      { name: 'Gin', quantity: 3, amount: 4.5 },
    ]);
    expect(parseRepProductivity({ data: [{ repName: 'Ana', total: 1, visitCount: 2, deliveries: 3 }] })).toHaveLength(
      1,
    );
    expect(parseOutcomeCounts({ completed: 2 })).toEqual({
      completed: 2,
      partial: 0,
      no_access: 0,
      skipped: 0,
      other: 0,
    });
  });
});
