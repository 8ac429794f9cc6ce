import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import type { Item } from '../../../../src/contract/items';
import { PRICES_AS_OF_HEADER } from '../../../../src/contract/headers';
import { aStockedLocation, deliveryBody, type StockedLocation } from '../../../support/server/aStockedLocation';
import { anItem, aPriceChange, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
});

const DAY_MS = 86_400_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);
const daysAgo = (days: number) => after(-days * DAY_MS);
const reprice = (cents: number, at: Date) =>
  aPriceChange(server.db, store.itemId, { priceCents: cents, pricePerPackCents: cents * 10 }, at);
const line = (packaging: string, item = store.itemId) => ({ item, quantity: 1, packaging });
const pricesOf = (delivery: Delivery) => delivery.lines.map(({ unitPrice }) => unitPrice);

async function deliver(headers: Record<string, string>, lines: object[] = [line('each')]): Promise<Delivery> {
  const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines }, headers);
  expect(response.statusCode).toBe(201);
  return response.json() as Delivery;
}

async function edit(delivery: Delivery, lines: object[], headers: Record<string, string> = {}): Promise<Delivery> {
  const response = await rep.patch(`/api/deliveries/${delivery._id}`, { lines }, headers);
  expect(response.statusCode).toBe(200);
  return response.json() as Delivery;
}

describe('Prices-As-Of on a new delivery', () => {
  const asOf = (instant: Date | string) => ({
    [PRICES_AS_OF_HEADER]: typeof instant === 'string' ? instant : instant.toISOString(),
  });
  const capturedAt = (instant: Date) => ({ 'Captured-At': instant.toISOString() });

  /** $1.50 up to 40 days ago, $2.00 up to 20, $3.00 up to 10, $4.00 since. */
  beforeEach(async () => {
    await reprice(200, daysAgo(40));
    await reprice(300, daysAgo(20));
    await reprice(400, daysAgo(10));
  });

  it.each<[string, Record<string, string>, number]>([
    ['sets the instant of the prices', asOf(daysAgo(15)), 3],
    ['takes precedence over Captured-At', { ...asOf(daysAgo(25)), ...capturedAt(daysAgo(5)) }, 2],
    ['may be an instant of another time zone', asOf('2026-02-23T18:00:00+03:00'), 3],
    ['older than 30 days counts as 30 days ago', asOf(daysAgo(60)), 2],
    ['in the future counts as now', asOf(after(DAY_MS)), 4],
    ['when absent, Captured-At sets the prices', capturedAt(daysAgo(15)), 3],
    [
      'that cannot be read is ignored: Captured-At sets the prices',
      { ...asOf('yesterday'), ...capturedAt(daysAgo(15)) },
      3,
    ],
    [
      'in the format of a Date header is ignored',
      { ...asOf(daysAgo(15).toUTCString()), ...capturedAt(daysAgo(25)) },
      2,
    ],
    ['when absent like Captured-At, the current prices apply', {}, 4],
    [
      'and a Captured-At that cannot be read are ignored: the current prices apply',
      { ...asOf('1'), 'Captured-At': 'x' },
      4,
    ],
  ])('%s', async (_rule, headers, price) => {
    const delivery = await deliver(headers, [line('each'), line('case')]);
    expect(pricesOf(delivery)).toEqual([price, price * 10]);
    expect(delivery.total).toBe(price * 11);
  });

  it('uses the item’s first prices for an instant before the item was made', async () => {
    const young = await anItem(server.db, { priceCents: 75 });
    expect(pricesOf(await deliver(asOf(daysAgo(29)), [line('each', young.id)]))).toEqual([0.75]);
  });

  it('does not change deliveredAt, which Captured-At sets', async () => {
    const delivery = await deliver({ ...asOf(daysAgo(15)), ...capturedAt(daysAgo(3)) });
    expect(delivery.deliveredAt).toBe(daysAgo(3).toISOString());
  });
});

describe('the price shown is the price recorded (invariant 32)', () => {
  const list = async () => {
    const response = await rep.get('/api/items');
    const item = (response.json() as Item[]).find(({ _id }) => _id === store.itemId);
    const date = new Date(String(response.headers.date)).toISOString();
    return { price: item?.price ?? Number.NaN, asOf: String(response.headers['prices-as-of']), date };
  };

  it('with a price change before and one after the list, all within one second', async () => {
    await reprice(111, after(100));
    server.time.now = after(500);
    const shown = await list();
    expect(shown).toEqual({ price: 1.5, asOf: after(500).toISOString(), date: NOW.toISOString() });
    await reprice(222, after(900));
    server.time.now = after(60_000);
    for (const instant of [shown.asOf, shown.date]) {
      expect(pricesOf(await deliver({ [PRICES_AS_OF_HEADER]: instant }))).toEqual([shown.price]);
    }
    expect((await list()).price).toBe(2.22);
  });

  it('a price change takes effect at the next whole second, not before', async () => {
    await reprice(111, NOW);
    const priceAt = async (ms: number) => {
      server.time.now = after(ms);
      return (await list()).price;
    };
    expect([await priceAt(0), await priceAt(999), await priceAt(1_000)]).toEqual([1.5, 1.5, 1.11]);
  });
});

describe('Prices-As-Of on an edit', () => {
  let delivery: Delivery;

  /** Recorded at $1.50 and $15.00; $2.00 and $20.00 since then, $3.00 and $30.00 for the last minute. */
  beforeEach(async () => {
    delivery = await deliver({}, [line('each'), line('case')]);
    await reprice(200, after(1_000));
    await reprice(300, after(59_000));
    server.time.now = after(120_000);
  });
  const shownThen = { [PRICES_AS_OF_HEADER]: after(30_000).toISOString() };

  it('prices new lines; lines that stay keep their recorded price', async () => {
    const other = await anItem(server.db, { priceCents: 99 });
    const edited = await edit(delivery, [line('a box', store.itemId), line('each', other.id)], shownThen);
    expect(pricesOf(edited)).toEqual([15, 0.99]);
    expect(pricesOf(await edit(edited, [line('each')], shownThen))).toEqual([2]);
  });

  it('when absent, new lines get the prices of Captured-At, or of now', async () => {
    const dropped = await edit(delivery, []);
    const captured = { 'Captured-At': after(30_000).toISOString() };
    expect(pricesOf(await edit(dropped, [line('each')], captured))).toEqual([2]);
    expect(pricesOf(await edit(await edit(delivery, []), [line('each')]))).toEqual([3]);
  });

  it('matches repeated lines of an item in order, and prices the additional lines as new', async () => {
    const twice = await edit(delivery, [line('each'), line('pieces')], shownThen);
    expect(pricesOf(twice)).toEqual([1.5, 2]);
    const thrice = await edit(twice, [line('each'), line('case'), line(''), line('each')]);
    expect(pricesOf(thrice)).toEqual([1.5, 30, 2, 3]);
  });
});
