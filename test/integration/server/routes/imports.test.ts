import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_CHARS_MAX } from '../../../../src/domain/constants';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { audit } from '../../../../src/server/db/auditSchema';
import { boxes, items, locations } from '../../../../src/server/db/schema';
import { anItem } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
let rep: SignedIn;
beforeEach(async () => {
  [admin, rep] = [await server.signIn('admin'), await server.signIn('rep')];
});

const fileOf = (...rows: string[]) => ['item_number,name,units_per_pack,price,price_per_pack', ...rows].join('\n');
const GOODS = fileOf('10,Gin,6,2,12', '11,Cola,12,1.75,15', '12,Chips,12,1.50,15', '13,Rum,none,1,1', '10,Gin,6,2,12');
const preview = (kind: string, content: string) => admin.post('/api/imports/preview', { kind, content });
const put = (kind: string, content: string, headers = {}) => admin.post('/api/imports', { kind, content }, headers);

describe('the preview', () => {
  it('lists for each row what the import would add, change, skip or refuse, and why', async () => {
    await anItem(server.db, { sku: '11', name: 'Cola' });
    await anItem(server.db, { sku: '12', name: 'Chips' });
    expect((await preview('items', GOODS)).json().rows).toEqual([
      { line: 2, effect: 'new', name: '10 Gin', detail: '' },
      { line: 3, effect: 'changed', name: '11 Cola', detail: 'price 1.50 → 1.75' },
      { line: 4, effect: 'same', name: '12 Chips', detail: '' },
      { line: 5, effect: 'refused', name: '', detail: expect.stringContaining('units_per_pack must be') },
      { line: 6, effect: 'refused', name: '', detail: 'item_number 10 stands on line 2 already' },
    ]);
  });

  it('refuses a file with more than 1,000 rows that cannot be read, before it has read them all', async () => {
    const { statusCode, body } = await preview('items', fileOf('a"\n'.repeat(100_000)));
    expect(statusCode).toBe(400);
    expect(body).toContain('more than 1000 rows cannot be read');
  });

  it('refuses an item number that is longer than an SKU may be', async () => {
    const [row] = (await preview('items', fileOf(`${'9'.repeat(65)},Gin,6,2,12`))).json().rows;
    expect(row).toMatchObject({ effect: 'refused', detail: 'item_number is longer than 64 characters' });
  });

  it('of stores names changed columns and boxes', async () => {
    await put('stores', 'store_number,name,city,boxes\n1,North,Ames,S M\n2,South,Boone,L');
    const file = 'store_number,name,city,boxes\n1,North,Boone,M\n2,South,Boone,L\n3,West,Ames,XXL\n4,East,Ames,';
    expect((await preview('stores', file)).json().rows).toEqual([
      { line: 2, effect: 'changed', name: '1 North', detail: 'city Ames → Boone, boxes S M → M M' },
      { line: 3, effect: 'same', name: '2 South', detail: '' },
      { line: 4, effect: 'refused', name: '', detail: expect.stringContaining('boxes must be sizes') },
      { line: 5, effect: 'new', name: '4 East', detail: '' },
    ]);
  });

  it('changes nothing and stores no key', async () => {
    const body = { kind: 'items', content: GOODS };
    await admin.post('/api/imports/preview', body, { 'idempotency-key': 'preview-of-goods' });
    expect(await server.db.$count(items)).toBe(0);
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
    expect(await server.db.$count(audit)).toBe(0);
  });
});

describe('the import', () => {
  it('imports the good rows, names the bad ones and adds an audit row', async () => {
    await anItem(server.db, { sku: '11', name: 'Coke' });
    const response = await put('items', GOODS);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ created: 2, updated: 1, refused: [{ line: 5 }, { line: 6 }] });
    const names = (await admin.get('/api/items')).json().map((item: { name: string }) => item.name);
    expect(names).toEqual(['Chips', 'Cola', 'Gin']);
    expect(await server.db.select().from(audit)).toMatchObject([
      { userId: admin.user.id, action: 'create', entity: 'import', after: { file: 'items', created: 2, refused: 2 } },
    ]);
  });

  it('does what its preview listed: a second preview has no changes', async () => {
    for (const [kind, content] of [
      ['items', GOODS],
      ['stores', 'store_number,name,boxes\n1,North,S M'],
    ] as const) {
      await put(kind, content);
      const { rows } = (await preview(kind, content)).json() as { rows: { effect: string }[] };
      expect(rows.filter(({ effect }) => effect === 'new' || effect === 'changed')).toEqual([]);
    }
    expect(await server.db.$count(boxes)).toBe(2);
  });

  it('increments the version of changed records only', async () => {
    await put('items', fileOf('10,Gin,6,2,12', '11,Rum,6,2,12'));
    await put('items', fileOf('10,Gin,6,3,12', '11,Old Rum,6,2,12'));
    const versions = (await admin.get('/api/items')).json().map((item: { version: number }) => item.version);
    expect(versions).toEqual([1, 2]);
  });

  it('under one key takes effect once', async () => {
    const headers = { 'idempotency-key': 'import-of-stores' };
    const first = await put('stores', 'store_number,name\n1,North', headers);
    const again = await put('stores', 'store_number,name\n1,North', headers);
    expect(again.json()).toEqual(first.json());
    expect(await server.db.$count(locations)).toBe(1);
    expect(await server.db.$count(audit)).toBe(1);
  });
});

it.each([
  [
    { kind: 'items', content: 'name;price\nCola;1' },
    'This file cannot be imported: these columns are missing: item_number',
  ],
  [{ kind: 'items', content: '' }, 'these columns are missing'],
  [{ kind: 'sales', content: GOODS }, '"kind" must be one of: items, stores'],
  [{ kind: 'items' }, '"content" must be of type string.'],
  [{ kind: 'items', content: 'x'.repeat(IMPORT_CHARS_MAX + 1) }, '"content"'],
])('a file that cannot be read as a whole is refused with 400 and the reason', async (body, reason) => {
  for (const url of ['/api/imports/preview', '/api/imports']) {
    const response = await admin.post(url, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain(reason);
  }
  expect(await server.db.$count(audit)).toBe(0);
});

it('the preview and the import are for admins', async () => {
  for (const url of ['/api/imports/preview', '/api/imports']) {
    const body = { kind: 'items', content: GOODS };
    expect([(await rep.post(url, body)).statusCode, (await server.anyone.post(url, body)).statusCode]).toEqual([
      403, 401,
    ]);
  }
  expect(await server.db.$count(items)).toBe(0);
});
