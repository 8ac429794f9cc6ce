import { beforeEach, describe, expect, it } from 'vitest';
import { changedMeanwhileSchema } from '../../../../src/contract/writes';
import { audit } from '../../../../src/server/db/auditSchema';
import { aStockedLocation, type StockedLocation } from '../../../support/server/aStockedLocation';
import { NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
let rep: SignedIn;
let store: StockedLocation;
let urls: Record<'item' | 'location' | 'box', string>;
beforeEach(async () => {
  [admin, rep] = [await server.signIn('admin'), await server.signIn('rep')];
  store = await aStockedLocation(server.db);
  urls = {
    item: `/api/items/${store.itemId}`,
    location: `/api/locations/${store.locationId}`,
    box: `/api/boxes/${store.boxIds[0]}`,
  };
});

const over = (version: number) => ({ 'if-match': `"${version}"` });

describe.each([
  ['item', { name: 'Cola Zero', sku: 'CZ', packaging: 'case', unitsPerPack: 24 }],
  ['location', { name: 'Depot', address: { street: '2 Oak St', city: 'Boone', state: 'IA', zip: '50036' } }],
  ['box', { label: 'Entrance', size: 'XL' }],
] as const)('PATCH of an %s', (kind, fields) => {
  /** The thing as the list that a rep reads has it. */
  const listed = async () => {
    const list = (await rep.get(`/api/${kind === 'box' ? 'boxes' : `${kind}s`}`)).json();
    return list.find((one: { _id: string }) => urls[kind].endsWith(one._id));
  };

  it('changes the named fields, increments the version and adds an audit row of the differences', async () => {
    const before = await listed();
    const response = await admin.patch(urls[kind], fields);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ ...fields, active: true, version: 2 });
    const [row] = await server.db.select().from(audit);
    expect(row).toMatchObject({ userId: admin.user.id, at: NOW, action: 'update', entity: kind });
    expect(row?.before).toEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]])));
    expect(row?.after).toEqual(fields);
  });

  it('deactivates and activates, and the list shows it', async () => {
    expect((await admin.patch(urls[kind], { active: false })).json()).toMatchObject({ active: false, version: 2 });
    expect((await listed()).active).toBe(false);
    expect((await admin.patch(urls[kind], { active: true })).json()).toMatchObject({ active: true, version: 3 });
    expect((await listed()).active).toBe(true);
    expect(await server.db.select().from(audit).orderBy(audit.id)).toMatchObject([
      { before: { active: true }, after: { active: false } },
      { before: { active: false }, after: { active: true } },
    ]);
  });

  it('with equal values changes nothing: neither version nor audit', async () => {
    await admin.patch(urls[kind], fields);
    expect((await admin.patch(urls[kind], fields)).json().version).toBe(2);
    expect(await server.db.$count(audit)).toBe(1);
  });

  it('over an older version is refused with 412, which names the current version and its author', async () => {
    await admin.patch(urls[kind], fields, over(1));
    const response = await admin.patch(urls[kind], { active: false }, over(1));
    expect(response.statusCode).toBe(412);
    const body = changedMeanwhileSchema.parse(response.json());
    expect(body.error).toBe(`Changed by ${admin.user.name} meanwhile.`);
    expect(response.json().current).toMatchObject({ ...fields, active: true, version: 2 });
    expect((await admin.patch(urls[kind], { active: false }, over(2))).statusCode).toBe(200);
  });

  it.each([
    [{}, 'Give a field to change'],
    [{ active: 'no' }, '"active" must be of type boolean.'],
    [{ name: ' ', label: ' ' }, /Enter a name|Unknown field/],
    [{ version: 7 }, 'Unknown field: version'],
    [{ unitsPerPack: 0, size: 'XXL', address: 'Main St' }, /./],
  ])('refuses %o with 400 and the reason', async (body, reason) => {
    const response = await admin.patch(urls[kind], body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(reason);
    expect(await server.db.$count(audit)).toBe(0);
  });

  it('refuses an unknown id with 404, and users who are no admin', async () => {
    const unknown = urls[kind].replace(/[^/]+$/, 'unknown');
    expect((await admin.patch(unknown, { active: false })).statusCode).toBe(404);
    expect((await rep.patch(urls[kind], { active: false })).statusCode).toBe(403);
    expect((await server.anyone.patch(urls[kind], { active: false })).statusCode).toBe(401);
  });
});

it('a repeat with the same key takes effect once, whatever the version is by then', async () => {
  const send = () => admin.patch(urls.box, { label: 'Aisle' }, { ...over(1), 'idempotency-key': 'rename-a-box' });
  const first = await send();
  await admin.patch(urls.box, { label: 'Back' });
  const again = await send();
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');
});
