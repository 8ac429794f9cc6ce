import { beforeEach, describe, expect, it } from 'vitest';
import type { Visit } from '../../../../src/contract/visits';
import { changedMeanwhileSchema } from '../../../../src/contract/writes';
import { audit } from '../../../../src/server/db/auditSchema';
import { aStockedLocation, deliver, type StockedLocation, startVisit } from '../../../support/server/aStockedLocation';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;
let visit: Visit;
beforeEach(async () => {
  [rep, admin] = [await server.signIn('rep'), await server.signIn('admin')];
  store = await aStockedLocation(server.db);
  visit = await startVisit(rep, store);
});

const over = (version: number | string) => ({ 'if-match': String(version) });
const linesOf = (quantity: number) => ({ lines: [{ item: store.itemId, quantity, packaging: 'each' }] });

describe('version', () => {
  it('of a visit increments with outcome, note and submit, in every response', async () => {
    const url = `/api/visits/${visit._id}`;
    expect(visit.version).toBe(1);
    expect((await startVisit(rep, store)).version).toBe(1);
    expect((await rep.patch(`${url}/note`, { note: 'Ring twice' })).json().version).toBe(2);
    expect((await rep.patch(url, { outcome: 'partial' })).json().version).toBe(3);
    expect((await rep.post(`${url}/submit`, { outcome: 'partial' })).json().version).toBe(4);
    expect((await admin.patch(url, { note: 'Full', outcome: 'other' })).json().version).toBe(5);
    expect((await rep.get(url)).json().version).toBe(5);
    expect((await rep.get('/api/visits')).json()[0].version).toBe(5);
  });

  it('of a visit stays the same after a delivery, or an edit that changes nothing', async () => {
    const url = `/api/visits/${visit._id}`;
    const { _id } = await deliver(rep, store, 0, visit._id);
    await rep.patch(`/api/deliveries/${_id}`, linesOf(5));
    await rep.patch(url, { note: 'Full', outcome: 'partial' });
    for (const body of [{ note: 'Full' }, { outcome: 'partial' }, { note: 'Full', outcome: 'partial' }]) {
      const same = await rep.patch(url, body);
      expect([same.statusCode, same.json().version]).toEqual([200, 2]);
    }
  });

  it('of a delivery increments with changes of its lines, in every response', async () => {
    const made = await deliver(rep, store, 0, visit._id);
    const url = `/api/deliveries/${made._id}`;
    expect(made.version).toBe(1);
    expect((await rep.patch(url, linesOf(3))).json().version).toBe(2);
    expect((await rep.patch(url, { lines: [] })).json().version).toBe(3);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial' });
    expect((await rep.get(url)).json().version).toBe(3);
    expect((await rep.get('/api/deliveries')).json().data[0].version).toBe(3);
  });

  it('of a delivery stays the same after an edit that changes nothing, which adds no audit row either', async () => {
    const made = await deliver(rep, store, 0, visit._id);
    const same = await rep.patch(`/api/deliveries/${made._id}`, linesOf(2));
    expect([same.statusCode, same.json()]).toEqual([200, made]);
    expect(await server.db.$count(audit)).toBe(0);
  });
});

describe('If-Match', () => {
  it.each([
    ['PATCH', '', { note: 'Mine' }],
    ['PATCH', '/note', { note: 'Mine' }],
    ['POST', '/submit', { outcome: 'other' }],
  ] as const)(
    'on %s /api/visits/{id}%s refuses an older version with 412 and accepts the current one',
    async (method, tail, body) => {
      const send = (headers: Record<string, string>) =>
        rep.send(method, `/api/visits/${visit._id}${tail}`, body, headers);
      await admin.patch(`/api/visits/${visit._id}`, { note: 'Theirs' });
      const current = (await rep.get(`/api/visits/${visit._id}`)).json();
      const refused = await send(over(1));
      expect([refused.statusCode, refused.json()]).toEqual([
        412,
        {
          error: `Changed by ${admin.user.name} meanwhile.`,
          current,
          changedBy: { _id: admin.user.id, name: admin.user.name },
        },
      ]);
      expect(changedMeanwhileSchema.safeParse(refused.json()).data?.current).toEqual(current);
      expect((await rep.get(`/api/visits/${visit._id}`)).json()).toEqual(current);
      expect((await send(over('"2"'))).json().version).toBe(3);
    },
  );

  it('on PATCH /api/deliveries/{id} refuses an older version with 412, and accepts the current one, * or none', async () => {
    const made = await deliver(rep, store, 0, visit._id);
    const url = `/api/deliveries/${made._id}`;
    await admin.patch(url, linesOf(7));
    const current = (await rep.get(url)).json();
    const refused = await rep.patch(url, linesOf(3), over(1));
    expect([refused.statusCode, refused.json()]).toEqual([
      412,
      expect.objectContaining({ current, changedBy: { _id: admin.user.id, name: admin.user.name } }),
    ]);
    expect(changedMeanwhileSchema.safeParse(refused.json()).data?.current).toEqual(current);
    expect((await rep.patch(url, linesOf(3), over(2))).json()).toMatchObject({ version: 3, total: 4.5 });
    expect((await rep.patch(url, linesOf(4), over('*'))).json()).toMatchObject({ version: 4, total: 6 });
    expect((await rep.patch(url, linesOf(5))).json()).toMatchObject({ version: 5, total: 7.5 });
  });

  it('names nobody when the audit does not show who changed the record', async () => {
    const refused = await rep.patch(`/api/visits/${visit._id}`, { note: 'Mine' }, over(9));
    expect([refused.statusCode, refused.json()]).toEqual([
      412,
      { error: 'Changed by someone else meanwhile.', current: visit, changedBy: null },
    ]);
  });

  it.each(['', 'two', '"2', '2"', '-1', '1.5', '"1", "2"', 'W/"1"', '12345678901'])(
    'of "%s" is refused with 400 and changes nothing',
    async (ifMatch) => {
      const { _id } = await deliver(rep, store, 0, visit._id);
      for (const [method, url, body] of [
        ['PATCH', `/api/visits/${visit._id}`, { note: 'x' }],
        ['PATCH', `/api/visits/${visit._id}/note`, { note: 'x' }],
        ['POST', `/api/visits/${visit._id}/submit`, { outcome: 'other' }],
        ['PATCH', `/api/deliveries/${_id}`, { lines: [] }],
      ] as const) {
        const refused = await rep.send(method, url, body, over(ifMatch));
        expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringContaining('If-Match')]);
      }
      expect((await rep.get(`/api/visits/${visit._id}`)).json().version).toBe(1);
    },
  );

  it('the later of two submits is refused with the submit that won', async () => {
    const submit = (who: SignedIn, outcome: string) =>
      who.post(`/api/visits/${visit._id}/submit`, { outcome }, over(1));
    await submit(admin, 'no_access');
    const lost = await submit(rep, 'skipped');
    expect(lost.statusCode).toBe(412);
    expect(lost.json()).toMatchObject({
      current: { outcome: 'no_access', version: 2 },
      changedBy: { _id: admin.user.id },
    });
  });

  it('on the visit of another rep is refused with 403', async () => {
    const other = await server.signIn('rep');
    expect((await other.patch(`/api/visits/${visit._id}`, { note: 'x' }, over(9))).statusCode).toBe(403);
  });
});
