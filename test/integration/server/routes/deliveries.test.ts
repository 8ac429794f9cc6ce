import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import { type RefusalReason, withReasonSchema } from '../../../../src/contract/writes';
import { audit } from '../../../../src/server/db/auditSchema';
import { deliveries } from '../../../../src/server/db/schema';
import {
  aStockedLocation,
  deliver,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../../support/server/aStockedLocation';
import { anItem, aPriceChange, aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let otherRep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  [rep, otherRep, admin] = [await server.signIn('rep'), await server.signIn('rep'), await server.signIn('admin')];
  store = await aStockedLocation(server.db);
});

const hoursBefore = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

describe('recording a delivery', () => {
  it('derives prices and totals, and uses the time of capture and the rep of the session', async () => {
    const body = {
      ...deliveryBody(store, 1),
      lines: [
        { item: store.itemId, quantity: 3, packaging: 'each' },
        { item: store.itemId, quantity: 2.5, packaging: 'case' },
      ],
    };
    const response = await rep.post('/api/deliveries', body, { 'Captured-At': hoursBefore(5) });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      visit: null,
      rep: { _id: rep.user.id, name: rep.user.name },
      repName: rep.user.name,
      location: { _id: store.locationId, address: { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' } },
      box: { _id: store.boxIds[1], label: 'Box 2', size: 'M' },
      lines: [
        { item: { _id: store.itemId, name: 'Cola' }, packaging: 'each', quantity: 3, unitPrice: 1.5, lineTotal: 4.5 },
        { packaging: 'case', quantity: 2.5, unitPrice: 15, lineTotal: 37.5 },
      ],
      deliveredAt: hoursBefore(5),
      createdAt: NOW.toISOString(),
      total: 42,
    });
    expect((await otherRep.get(`/api/deliveries/${response.json()._id}`)).json()).toEqual(response.json());
  });

  it('falls back to the other price where an item has only one', async () => {
    const byPiece = await anItem(server.db, { priceCents: 205, pricePerPackCents: null });
    const byPack = await anItem(server.db, { priceCents: null, pricePerPackCents: 990 });
    const lines = [byPiece, byPack].flatMap(({ id }) =>
      ['each', 'case'].map((packaging) => ({ item: id, quantity: 1, packaging })),
    );
    const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines });
    expect(response.json().lines.map((line: { unitPrice: number }) => line.unitPrice)).toEqual([2.05, 2.05, 9.9, 9.9]);
  });

  it('on a visit belongs to the rep of the visit, also when an admin records it', async () => {
    const visit = await startVisit(rep, store);
    const delivery = await deliver(admin, store, 0, visit._id);
    expect(delivery.repName).toBe(rep.user.name);
    expect(delivery.visit).toMatchObject({ _id: visit._id, rep: { _id: rep.user.id } });
  });

  it('is refused on the visit of another rep, at another location and after the submit', async () => {
    const visit = await startVisit(rep, store);
    const elsewhere = await aStockedLocation(server.db);
    const onOthers = await otherRep.post('/api/deliveries', deliveryBody(store, 0, visit._id));
    expect([onOthers.statusCode, onOthers.json().error]).toEqual([403, 'This belongs to another rep.']);
    const away = await rep.post('/api/deliveries', deliveryBody(elsewhere, 0, visit._id));
    expect([away.statusCode, away.json().error]).toEqual([400, 'The visit is at another location.']);
    const wrongBox = { ...deliveryBody(store, 0, visit._id), box: elsewhere.boxIds[0] };
    const away2 = await rep.post('/api/deliveries', wrongBox);
    expect([away2.statusCode, away2.json().error]).toEqual([400, 'The box stands at another location.']);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'skipped', note: '' });
    const late = await rep.post('/api/deliveries', deliveryBody(store, 0, visit._id));
    expect([late.statusCode, late.json().error]).toEqual([409, 'This visit was already submitted.']);
    expect(await server.db.select().from(deliveries)).toHaveLength(0);
  });

  it('names the record by which it is refused with 404 or 409', async () => {
    const { _id } = await startVisit(rep, store);
    await rep.post(`/api/visits/${_id}/submit`, { outcome: 'skipped', note: '' });
    const inactive = await anItem(server.db, { name: 'Old Cola', deactivatedAt: NOW });
    const body = deliveryBody(store, 0);
    const refusals: [change: object, status: number, reason: RefusalReason][] = [
      [{ visit: 'none' }, 404, 'visitMissing'],
      [{ visit: _id }, 409, 'visitSubmitted'],
      [{ location: 'none' }, 404, 'locationMissing'],
      [{ box: 'none' }, 404, 'boxMissing'],
      [{ lines: [{ item: inactive.id, quantity: 1, packaging: 'each' }] }, 409, 'deactivated'],
    ];
    for (const [change, status, reason] of refusals) {
      const refused = await rep.post('/api/deliveries', { ...body, ...change });
      expect([refused.statusCode, withReasonSchema.parse(refused.json()).reason]).toEqual([status, reason]);
    }
  });
});

it('a write about the records of another rep is refused as such, whatever is wrong with the lines', async () => {
  const otherRep = await server.signIn('rep');
  const visit = await startVisit(rep, store);
  const body = deliveryBody(store, 0, visit._id);
  const half = { ...body, lines: [{ item: store.itemId, quantity: 1.5, packaging: 'each' }] };
  expect((await rep.post('/api/deliveries', half)).statusCode).toBe(400);
  expect((await otherRep.post('/api/deliveries', half)).statusCode).toBe(403);
  const { _id } = (await rep.post('/api/deliveries', body)).json();
  const unknown = { lines: [{ item: 'nothing', quantity: 1, packaging: 'each' }] };
  expect((await rep.patch(`/api/deliveries/${_id}`, unknown)).statusCode).toBe(400);
  expect((await otherRep.patch(`/api/deliveries/${_id}`, unknown)).statusCode).toBe(403);
});

describe('editing a delivery', () => {
  const patch = (who: SignedIn, delivery: Delivery, lines: object[]) =>
    who.patch(`/api/deliveries/${delivery._id}`, { lines });

  it('keeps the recorded price of a line that stays, and prices a new line as of now', async () => {
    const delivery = await deliver(rep, store, 0);
    await aPriceChange(server.db, store.itemId, { priceCents: 200, pricePerPackCents: 2000 }, NOW);
    server.time.now = new Date(NOW.getTime() + 1_000);
    const response = await patch(rep, delivery, [
      { item: store.itemId, quantity: 4, packaging: 'pieces' },
      { item: store.itemId, quantity: 1, packaging: 'a box of 12' },
    ]);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      _id: delivery._id,
      lines: [
        { packaging: 'pieces', quantity: 4, unitPrice: 1.5, lineTotal: 6 },
        { packaging: 'a box of 12', quantity: 1, unitPrice: 20, lineTotal: 20 },
      ],
      total: 26,
    });
  });

  it('accepts any quantity from 0, any packaging and no line at all', async () => {
    const delivery = await deliver(rep, store, 0);
    const line = (quantity: number, packaging: string) => ({ item: store.itemId, quantity, packaging });
    const zero = await patch(rep, delivery, [line(0, ''), line(0.01, 'each')]);
    expect(zero.json()).toMatchObject({ total: 0.02, lines: [{ lineTotal: 0 }, { lineTotal: 0.02 }] });
    expect((await patch(rep, delivery, [])).json()).toMatchObject({ total: 0, lines: [] });
  });

  it('works after the submit too, for the rep and for admins, with an audit row each time', async () => {
    const visit = await startVisit(rep, store);
    const delivery = await deliver(rep, store, 0, visit._id);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: '' });
    const lines = [{ item: store.itemId, quantity: 5, packaging: 'each' }];
    expect((await patch(otherRep, delivery, lines)).statusCode).toBe(403);
    expect((await patch(admin, delivery, lines)).statusCode).toBe(200);
    const [trace, ...more] = await server.db.select().from(audit).where(eq(audit.entityId, delivery._id));
    expect(more).toHaveLength(0);
    expect(trace).toMatchObject({ userId: admin.user.id, entity: 'delivery', at: NOW });
    expect(trace?.before).toMatchObject([{ quantityHundredths: 200, unitPriceCents: 150, lineTotalCents: 300 }]);
    expect(trace?.after).toMatchObject([{ quantityHundredths: 500, unitPriceCents: 150, lineTotalCents: 750 }]);
  });
});

describe('listing deliveries', () => {
  type Page = { data: Delivery[]; pageInfo: object };
  const list = async (who: SignedIn, query: string) => (await who.get(`/api/deliveries?${query}`)).json() as Page;
  const deliverAt = async (who: SignedIn, location: StockedLocation, hours: number) => {
    const headers = { 'Captured-At': hoursBefore(hours) };
    return (await who.post('/api/deliveries', deliveryBody(location, 0), headers)).json() as Delivery;
  };
  const idsOf = ({ data }: Page) => data.map((delivery) => delivery._id);

  it('returns pages, newest first, that neither overlap nor leave out a delivery', async () => {
    for (let made = 0; made < 7; made += 1) await deliverAt(rep, store, made % 2);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(rep, `page=${page}&limit=3`)));
    const all = pages.flatMap((page) => page.data);
    expect(pages.map((page) => page.pageInfo)).toEqual([
      { page: 1, limit: 3, total: 7, hasMore: true },
      { page: 2, limit: 3, total: 7, hasMore: true },
      { page: 3, limit: 3, total: 7, hasMore: false },
      { page: 4, limit: 3, total: 7, hasMore: false },
    ]);
    expect(new Set(all.map((delivery) => delivery._id)).size).toBe(7);
    const times = all.map((delivery) => delivery.deliveredAt ?? '');
    expect(times).toEqual([...times].sort().reverse());
    expect((await list(rep, '')).pageInfo).toEqual({ page: 1, limit: 25, total: 7, hasMore: false });
  });

  it('reads no delivery for a page after the last', async () => {
    const visit = await startVisit(rep, store);
    await deliver(rep, store, 0, visit._id);
    await server.db.execute(sql`alter table delivery_lines rename to no_lines`);
    try {
      for (const query of ['page=999999999&limit=1000', `visit=${visit._id}&page=2&limit=1`]) {
        expect(await list(rep, query)).toMatchObject({ data: [], pageInfo: { total: 1, hasMore: false } });
      }
      expect((await rep.get('/api/deliveries')).statusCode).toBe(500);
    } finally {
      await server.db.execute(sql`alter table no_lines rename to delivery_lines`);
    }
  });

  it('filters by location, by visit and by part of the name of the rep, where % and _ are literal', async () => {
    const percent = await server.signIn(await aUser(server.db, { name: 'Zoë 100% Miller' }));
    const elsewhere = await aStockedLocation(server.db);
    const visit = await startVisit(rep, store);
    const onVisit = await deliver(rep, store, 0, visit._id);
    const loose = await deliverAt(percent, elsewhere, 1);
    expect(idsOf(await list(rep, `location=${elsewhere.locationId}`))).toEqual([loose._id]);
    expect(idsOf(await list(rep, `visit=${visit._id}&limit=1000&page=1`))).toEqual([onVisit._id]);
    expect(idsOf(await list(rep, 'repName=mILLER'))).toEqual([loose._id]);
    expect(idsOf(await list(rep, 'repName=0%25'))).toEqual([loose._id]);
    expect(idsOf(await list(rep, 'repName=%25'))).toEqual([loose._id]);
    expect(idsOf(await list(rep, 'repName=_'))).toEqual([]);
    expect((await list(rep, 'repName=&location=&from=&to=&repId=')).pageInfo).toMatchObject({ total: 2 });
  });

  it('with a filter by rep is for admins', async () => {
    const own = await deliverAt(rep, store, 1);
    await deliverAt(otherRep, store, 1);
    expect(idsOf(await list(admin, `repId=${rep.user.id}`))).toEqual([own._id]);
    const refused = await rep.get(`/api/deliveries?repId=${rep.user.id}`);
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'Only an admin can filter by a specific rep.']);
  });

  it('includes both ends of a range, as instants or as UTC days', async () => {
    const early = await deliverAt(rep, store, 15);
    const late = await deliverAt(rep, store, 1);
    const both = [late._id, early._id];
    const { deliveredAt: start } = early;
    const { deliveredAt: end } = late;
    expect(start).toBe('2026-03-10T00:00:00.000Z');
    expect(idsOf(await list(rep, `from=${start}&to=${end}`))).toEqual(both);
    expect(idsOf(await list(rep, 'from=2026-03-10&to=2026-03-10'))).toEqual(both);
    expect(idsOf(await list(rep, 'to=2026-03-09'))).toEqual([]);
    expect(idsOf(await list(rep, `location=${store.locationId}&to=0001-01-01`))).toEqual([]);
    expect(idsOf(await list(rep, 'from=2026-03-11'))).toEqual([]);
    expect(idsOf(await list(rep, 'from=2026-03-10T00:00:00.001Z'))).toEqual([late._id]);
  });
});
