// @vitest-environment node
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { asApiError } from '../../../../src/api/client/errors';
import { isQueued } from '../../../../src/api/client/writes';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { aStockedLocation, deliveryBody } from '../../../support/server/aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from '../../../support/server/harness';
import { aWrite } from '../../../support/app/aWrite';
import { type AroundTab, aroundTab, aTab } from '../../../support/queue/aTab';
import { collectBroken, damaged, garbled, oneOf } from '../../../support/queue/damage';
import { randomFrom } from '../../../support/random';

const CASES = 300;
const SEED = 271;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const random = randomFrom(SEED);

/** A response as it arrives: its text, its type or its hints damaged, or another one in its place. Its status stays. */
function damagedResponse(status: number, text: string): Response {
  const kind = random.next();
  const type = oneOf(random, ['application/json', 'application/json', 'application/json', 'text/html', 'x']);
  const headers = {
    'content-type': type,
    ...(random.next() < 0.2 ? { 'retry-after': oneOf(random, ['', 'x', '-5', '1e9']) } : {}),
  };
  if (status === 204 || text === '' || kind < 0.2)
    return new Response(status === 204 ? null : text, { status, headers });
  if (kind < 0.6) return new Response(garbled(text, random), { status, headers });
  const parsed: unknown = JSON.parse(text);
  const isList = typeof parsed !== 'object' || parsed === null || Object.keys(parsed).length === 0;
  return new Response(isList ? text : JSON.stringify(damaged(parsed, random)), { status, headers });
}

/** The way to the real server, that damages each response while `isBad`. */
function wayTo(rep: SignedIn, { clock }: AroundTab, network: { isBad: boolean }): typeof fetch {
  return async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    clock.busy += 1;
    try {
      const body = await request.text();
      const isRefused = network.isBad && random.next() < 0.2;
      const isPortal = network.isBad && random.next() < 0.1;
      const headers = { ...Object.fromEntries(request.headers), cookie: rep.cookie };
      if (isPortal) return new Response('<html>Sign in here</html>', { status: oneOf(random, [200, 403, 511]) });
      const url = pathname + search;
      server.time.now = new Date(clock.elapsed);
      const response = await rep.send(
        request.method as 'GET',
        url,
        body ? (isRefused ? {} : JSON.parse(body)) : undefined,
        headers,
      );
      if (!network.isBad || request.method === 'GET') {
        return new Response(response.body || null, {
          status: response.statusCode,
          headers: { 'content-type': 'application/json' },
        });
      }
      return damagedResponse(response.statusCode, response.body);
    } finally {
      clock.busy -= 1;
    }
  };
}

it(`27 no damaged response loses a change, or marks an unsent one as sent (${CASES} cases)`, async () => {
  const location = await aStockedLocation(server.db, { boxes: 4 });
  const rep = await server.signIn('rep');
  /** Where nobody has an open visit, which a start would continue. */
  const aNewLocation = async () => (await aStockedLocation(server.db, { boxes: 0 })).locationId;
  const around = aroundTab();
  const network = { isBad: true };
  const store = await aTab(around, rep.user.id, wayTo(rep, around, network));
  const onDisk = () => around.disk.records<{ id: string }>('entries').map(({ id }) => id);
  const isDone = async (id: string) => {
    const response = await rep.get(`/api/writes/${id}`);
    return (response.json() as { state: string }).state === 'done';
  };
  /** Told as saved locally: on the disk until the server has said yes. */
  const saved: string[] = [];
  const { broken, claim } = collectBroken();
  const results = { queued: 0, failed: 0, done: 0 };
  for (let n = 0; n < CASES; n += 1) {
    const writeId = `damaged-${n}`;
    const write =
      n % 3 === 0
        ? visitsApi.endpoints.startVisit.initiate(aWrite({ location: await aNewLocation() }, writeId))
        : deliveriesApi.endpoints.createDelivery.initiate(aWrite(deliveryBody(location, n % 4), writeId));
    const pressed = store.dispatch(write as ReturnType<typeof deliveriesApi.endpoints.createDelivery.initiate>);
    await around.clock.settle();
    const { data, error } = await pressed;
    if (isQueued(data)) {
      saved.push(writeId);
      results.queued += 1;
      claim(onDisk().includes(writeId), `${n} was called saved`);
    } else if (asApiError(error)) {
      results.failed += 1;
      claim(!onDisk().includes(writeId), `${n} was saved and not called so`);
    } else {
      results.done += 1;
      claim(await isDone(writeId), `${n} was called done`);
    }

    store.dispatch(syncRequested({}));
    await around.clock.advance(2_001);
    const left = saved.filter((id) => !onDisk().includes(id));
    for (const id of left) claim(await isDone(id), `${id} left the disk in case ${n}`);
    saved.splice(0, saved.length, ...saved.filter((id) => !left.includes(id)));
  }
  // Each of the three was told, many times.
  expect(Math.min(...Object.values(results))).toBeGreaterThan(CASES / 20);
  network.isBad = false;
  store.dispatch(syncRequested({}));
  await around.clock.advance(60 * 60_000);
  expect(around.disk.records('states')).toEqual([]);
  expect(onDisk()).toEqual([]);
  for (const id of saved) claim(await isDone(id), `${id} was lost`);
  expect(broken).toEqual([]);
});
