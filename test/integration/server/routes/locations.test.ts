import { beforeEach, describe, expect, it } from 'vitest';
import { locations } from '../../../../src/server/db/schema';
import { aBox, aLocation, anItem, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const namesFor = async (q: string) => {
  const response = await admin.get(`/api/locations?q=${encodeURIComponent(q)}`);
  return response.json().map((location: { name: string }) => location.name);
};

describe('GET /api/locations', () => {
  beforeEach(async () => {
    await aLocation(server.db, {
      name: 'north 100% Fresh',
      street: '7 Oak_Tree Ave',
      city: 'Des Moines',
      zip: '50309',
    });
    await aLocation(server.db, { name: 'Hy-Vee', street: '12 Lincoln Way', city: 'Ames', zip: '50010' });
    await aLocation(server.db, { name: 'Casey’s', street: '1 Main St', city: 'Boone', zip: '50036' });
  });

  it('lists all by name, ignoring case', async () => {
    expect(await namesFor('')).toEqual(['Casey’s', 'Hy-Vee', 'north 100% Fresh']);
  });

  it.each([
    ['hy-vee', ['Hy-Vee']],
    ['LINCOLN', ['Hy-Vee']],
    ['Ames, IA', ['Hy-Vee']],
    ['hy-vee ames', ['Hy-Vee']],
    ['50036', ['Casey’s']],
    ['%', ['north 100% Fresh']],
    ['k_t', ['north 100% Fresh']],
    ['_', ['north 100% Fresh']],
    ['\\', []],
    ["' or true --", []],
    ['nowhere', []],
  ])('finds by name or address: %s', async (q, names) => {
    expect(await namesFor(q)).toEqual(names);
  });

  it('compares the first eight different words of a search', async () => {
    expect(await namesFor('h y - v e AMES ames 1 nowhere')).toEqual([]);
    expect(await namesFor('h y - v e AMES ames 1 2 nowhere')).toEqual(['Hy-Vee']);
  });

  it('refuses a search of 10 kB', async () => {
    expect((await admin.get(`/api/locations?q=${'x'.repeat(10_000)}`)).statusCode).toBe(400);
  });
});

describe('POST /api/locations', () => {
  const boxesAt = async (id: string) =>
    (await admin.get(`/api/boxes?location=${id}`))
      .json()
      .map((box: { label: string; size: string }) => [box.label, box.size]);

  it('creates the location with its boxes in order', async () => {
    const address = { street: '1 Main St', city: 'Boone', state: 'IA', zip: '50036' };
    const body = { name: ' Casey’s ', address, boxCount: 2, boxSizes: ['S', 'XL'], boxLabelPrefix: 'Shelf' };
    const response = await admin.post('/api/locations', body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ name: 'Casey’s', address });
    expect(await boxesAt(response.json()._id)).toEqual([
      ['Shelf 1', 'S'],
      ['Shelf 2', 'XL'],
    ]);
  });

  it('uses size M and the label Box where they are left out', async () => {
    const response = await admin.post('/api/locations', { name: 'Casey’s', boxCount: 20 });
    const boxes = await boxesAt(response.json()._id);
    expect(boxes).toHaveLength(20);
    expect(boxes[9]).toEqual(['Box 10', 'M']);
    expect(response.json().address).toEqual({ street: '', city: '', state: '', zip: '' });
  });

  it.each([
    [{ name: '' }, 'Enter a name'],
    [{ boxCount: 0 }, 'Box count must be a whole number from 1 to 20'],
    [{ boxCount: 21 }, 'Box count must be a whole number from 1 to 20'],
    [{ boxCount: 1.5 }, 'Box count must be a whole number from 1 to 20'],
    [{ boxCount: '3' }, 'Box count must be a whole number from 1 to 20'],
    [{ boxSizes: ['S'] }, 'Give one size per box'],
    [{ boxSizes: ['S', 'XXL'] }, '"boxSizes 2" must be one of: S, M, L, XL.'],
    [{ address: { planet: 'Mars' } }, '"address" has an unknown field: planet.'],
  ])('refuses %o with 400 and the reason', async (wrong, reason) => {
    const response = await admin.post('/api/locations', { name: 'Casey’s', boxCount: 2, ...wrong });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: reason });
    expect(await server.db.$count(locations)).toBe(0);
  });
});

describe('boxes', () => {
  it('are listed by location and position, and read one by one', async () => {
    const location = await aLocation(server.db);
    const other = await aLocation(server.db, { name: 'Another' });
    await aBox(server.db, { locationId: location.id, position: 10 });
    const box = await aBox(server.db, { locationId: location.id, position: 2, size: 'L' });
    await aBox(server.db, { locationId: other.id });
    const labels = async (url: string) => (await admin.get(url)).json().map((one: { label: string }) => one.label);
    expect(await labels(`/api/boxes?location=${location.id}`)).toEqual(['Box 2', 'Box 10']);
    expect(await labels('/api/boxes')).toEqual(['Box 1', 'Box 2', 'Box 10']);
    expect((await admin.get(`/api/boxes/${box.id}`)).json()).toEqual({
      _id: box.id,
      label: 'Box 2',
      size: 'L',
      location: { _id: location.id, name: 'Corner Store' },
      active: true,
      version: 1,
    });
    expect((await admin.get('/api/boxes/unknown')).json()).toEqual({ error: 'Box not found' });
  });

  it('created at the same moment get different positions', async () => {
    const location = await aLocation(server.db);
    const body = { label: 'New', size: 'S', location: location.id };
    const responses = await Promise.all(Array.from({ length: 5 }, () => admin.post('/api/boxes', body)));
    expect(responses.map((response) => response.statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect((await admin.post('/api/boxes', { ...body, location: 'unknown' })).statusCode).toBe(404);
  });
});

describe('items', () => {
  it('are listed by name with both prices in dollars, or null', async () => {
    await anItem(server.db, { name: 'water', sku: 'W', priceCents: 99, pricePerPackCents: null });
    await anItem(server.db, { name: 'Cola', sku: 'C', deactivatedAt: NOW });
    const list = (await admin.get('/api/items')).json();
    expect(list).toMatchObject([
      { name: 'Cola', price: 1.5, pricePerPack: 15, unitsPerPack: 12, active: false },
      { name: 'water', price: 0.99, pricePerPack: null },
    ]);
  });

  it('are created with the fields of the form', async () => {
    const body = { name: 'Cola', sku: 'C', packaging: 'case', unitsPerPack: 24, pricePerPack: 19.99, active: true };
    const response = await admin.post('/api/items', body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ _id: expect.any(String), ...body, price: null, version: 1 });
  });

  it.each([
    [{ pricePerPack: undefined }, 'Give the item a price or a price per pack.'],
    [{ pricePerPack: -1 }, 'The price must be from 0 to 1,000,000, with at most two decimals'],
    [{ pricePerPack: 1.005 }, 'The price must be from 0 to 1,000,000, with at most two decimals'],
    [{ pricePerPack: null }, 'The price must be from 0 to 1,000,000, with at most two decimals'],
    [{ unitsPerPack: 100_001 }, 'Units per pack must be a whole number from 1 to 100,000'],
    [{ unitsPerPack: 0 }, 'Units per pack must be a whole number from 1 to 100,000'],
    [{ packaging: 'barrel' }, '"packaging" must be one of: each, case.'],
  ])('with %o are refused with 400 and the reason', async (wrong, reason) => {
    const response = await admin.post('/api/items', { name: 'Cola', pricePerPack: 1, ...wrong });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: reason });
  });
});
