// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { DAY_MS } from '../../../../src/domain/durations';
import { syncRequested } from '../../../../src/offline/actions';
import { deliveryLines } from '../../../../src/server/db/schema';
import { sendDraft } from '../../../../src/state/drafts/drafts';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { acceptRecorded } from '../../../../src/state/outbox/refusedEntries';
import { aWrite } from '../../../support/app/aWrite';
import { aroundTab, aTab } from '../../../support/queue/aTab';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { type NetworkFault, textResponse } from '../../../support/app/faultyNetwork';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

const NOT_A_YES: NetworkFault[] = [
  'html200',
  'html403',
  'html502',
  'empty204',
  'json200',
  'cutBody',
  'dropAfter',
  'hangAfter',
  'status500After',
];

it.each(NOT_A_YES)('38 nothing is reported as pushed, and no online save as done, after %s', async (fault) => {
  const { device, tab, work } = await setUp();
  const actions: string[] = [];
  device.network.faults = Array.from({ length: 20 }, () => fault);
  const online = await work.deliver(0);
  await device.clock.advance(4_000);
  expect(online.result?.queued ?? online.result?.failure).toBeDefined();
  await device.setOnline(false);
  await work.deliver(1);
  device.network.onWire = (moment, { path }) => actions.push(`${moment} ${path}`);
  await device.setOnline(true);
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(actions.length).toBeGreaterThan(0);
  const { lastReplay, entries } = tab.store.getState().queue;
  expect(lastReplay?.pushed ?? 0).toBe(0);
  expect(entries.map(({ id }) => id)).toEqual(device.entries().map(({ id }) => id));
  expect(entries.length).toBeGreaterThan(0);
});

/** A tab of Ann without a connection, in which one delivery waits. `network`: what the tab uses as fetch. */
async function aChangeOfAnn() {
  const around = aroundTab();
  const network: { fetch: typeof fetch } = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
  const store = await aTab(around, 'ann', (input, init) => network.fetch(input, init));
  const body = deliveryBody({ locationId: 'l1', boxIds: ['b1'], itemId: 'i1' }, 0);
  void store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body)));
  await around.clock.settle();
  return { around, network, store };
}

it.each<[string, () => Response]>([
  ['204', () => new Response(null, { status: 204 })],
  ['{}', () => Response.json({})],
  ['[]', () => Response.json([])],
])('4 a change stays while something else responds to every call with %s', async (_, respond) => {
  const { around, network, store } = await aChangeOfAnn();
  network.fetch = async () => respond();
  store.dispatch(syncRequested({}));
  await around.clock.advance(60_000);
  expect(around.disk.records('entries')).toHaveLength(1);
  expect(store.getState().queue.lastReplay?.pushed ?? 0).toBe(0);
});

it.each<[string, () => Response]>([
  ['404 in text', () => textResponse(404, 'default backend - 404', 'text/plain')],
  ['404 without a body', () => textResponse(404, '', 'text/plain')],
  ['405 in text', () => textResponse(405, 'Method not allowed', 'text/plain')],
])('4 a change stays while something else responds with {}, and to questions with %s', async (_, respond) => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.gateway = ({ method }) =>
    method === 'POST' ? textResponse(200, '{}', 'application/json') : respond();
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(device.entries()).toHaveLength(1);
  expect(tab.store.getState().queue.lastReplay?.pushed ?? 0).toBe(0);
  device.network.gateway = () => null;
  await device.clock.advance(20 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('4 the success of something else is not believed because our server says who is signed in', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  await work.deliver(1);
  device.network.gateway = ({ method, path }) => {
    if (method === 'POST') return Response.json({});
    return path.startsWith('/writes') ? textResponse(404, 'default backend - 404', 'text/plain') : null;
  };
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.entries()).toHaveLength(2);
  expect(tab.store.getState().queue.lastReplay?.pushed ?? 0).toBe(0);
  device.network.gateway = () => null;
  await device.clock.advance(20 * 60_000);
  expect(await deliveryRows()).toHaveLength(2);
});

const HTML = { headers: { 'content-type': 'text/html' } };

it.each<[string, () => Response]>([
  ['a page with 404', () => new Response('<pre>Cannot GET</pre>', { status: 404, ...HTML })],
  ['the page of the app', () => new Response('<!DOCTYPE html>', HTML)],
  ['404 in JSON', () => Response.json({ error: 'Not found' }, { status: 404 })],
])(
  '4 a change leaves the device when a server of the specification took it that responds to unknown calls with %s',
  async (_, unknownCall) => {
    const { around, network, store } = await aChangeOfAnn();
    let taken = 0;
    network.fetch = async (input) => {
      const { url, method } = input as Request;
      if (url.includes('/writes/')) return unknownCall();
      if (url.endsWith('/auth/me')) return Response.json({ _id: 'ann', name: 'Ann', roles: ['rep'], active: true });
      taken += Number(method === 'POST' && url.endsWith('/deliveries'));
      return Response.json({ ok: true });
    };
    store.dispatch(syncRequested({}));
    await around.clock.advance(60 * 60_000);
    expect(around.disk.records('entries')).toHaveLength(0);
    expect(taken).toBe(1);
  },
);

it('4 a success that names no record is not believed when the server names another user', async () => {
  const { around, network, store } = await aChangeOfAnn();
  let taken = 0;
  network.fetch = async (input) => {
    const { url, method } = input as Request;
    if (url.includes('/writes/')) return Response.json({ error: 'Not found' }, { status: 404 });
    if (url.endsWith('/auth/me')) return Response.json({ _id: 'bob', name: 'Bob', roles: ['rep'], active: true });
    taken += Number(method === 'POST' && url.endsWith('/deliveries'));
    return Response.json({ ok: true });
  };
  store.dispatch(syncRequested({}));
  await around.clock.advance(60_000);
  expect(taken).toBeGreaterThan(0);
  expect(around.disk.records('entries')).toHaveLength(1);
});

it('38 the outbox lists as sent today what the server recorded, not what was corrected or given up', async () => {
  const { device, tab, location, server } = await setUp();
  const id = crypto.randomUUID();
  const press = async (quantity: number) => {
    const lines = [{ item: location.itemId, quantity, packaging: 'each' as const }];
    const write = aWrite({ ...deliveryBody(location, 0), lines }, id);
    const call = () => tab.store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(write));
    void sendDraft(tab.store, id, { form: 'new delivery', value: {} }, call);
    await device.clock.settle();
  };
  const listed = () => Object.values(tab.store.getState().sentToday.byKey).map(({ value }) => value.about.lines);
  device.network.faults = ['status500After'];
  await press(2);
  await device.setOnline(false);
  await press(7);
  device.network.online = true;
  expect(await tab.store.dispatch(discardEntries([id], false))).toBe('recorded');
  await device.clock.advance(10_000);
  expect(listed()).toEqual([]);
  expect(tab.store.getState().queue.entries).toMatchObject([{ id, state: 'refused', lastError: { status: 422 } }]);
  expect(await tab.store.dispatch(acceptRecorded(id, false))).toBe('done');
  expect(listed()).toEqual([]);
  expect(device.entries()).toEqual([]);
  expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 200 }]);
});

it('38 each change is reported as pushed once, by the pass or the first try that succeeded', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  let pushed = 0;
  const seen = new Set<unknown>();
  tab.store.subscribe(() => {
    const { lastReplay } = tab.store.getState().queue;
    if (lastReplay && !seen.has(lastReplay)) pushed += lastReplay.pushed;
    seen.add(lastReplay);
  });
  await device.setOnline(false);
  for (let n = 0; n < 8; n += 1) await work.deliver(n % 4);
  device.network.faults = ['dropAfter', 'status500After', 'cutBody', 'html200', 'status500'];
  await device.setOnline(true);
  await device.clock.advance(30 * 60_000);
  expect(await deliveryRows()).toHaveLength(8);
  expect(pushed).toBe(8);
});

it('38 what is sent after the clock was set back is listed beside what was sent before', async () => {
  const { device, tab, work } = await setUp();
  device.clock.elapsed += 2 * DAY_MS;
  await work.deliver(0);
  device.clock.elapsed -= 2 * DAY_MS;
  await work.deliver(1);
  expect(Object.values(tab.store.getState().sentToday.byKey)).toHaveLength(2);
});
