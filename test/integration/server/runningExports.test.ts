import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visits } from '../../../src/server/db/schema';
import { aStockedLocation, type StockedLocation } from '../../support/server/aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from '../../support/server/harness';

let server: TestServer;
let rep: SignedIn;
let store: StockedLocation;
let url: string;
/** The exports that a test began. fetch closes the connection of a response that nothing refers to. */
const begun: { client: AbortController; response: Response }[] = [];

beforeEach(async () => {
  server = await startTestServer();
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
  url = `${await server.listen()}/api/exports`;
  // More than the sockets between the two hold, so that an unread export does not end.
  await server.db.execute(sql`insert into ${visits}
    (id, rep_id, location_id, outcome, note, started_at, submitted_at, created_at)
    select 'visit-' || number, ${rep.user.id}, ${store.locationId}, 'other', repeat('x', 1000000), now(), now(), now()
    from generate_series(1, 20) as number`);
});
afterEach(async () => {
  for (const { client } of begun.splice(0)) client.abort();
  // fetch keeps an unused connection open.
  server.app.server.closeAllConnections();
  await server.close();
});

const historyPath = () => `/location-history.csv?location=${store.locationId}`;
async function open(who: SignedIn, client = new AbortController()): Promise<Response> {
  const response = await fetch(`${url}${historyPath()}`, { headers: { cookie: who.cookie }, signal: client.signal });
  begun.push({ client, response });
  return response;
}
const statusOf = async (who: SignedIn, path: string, method = 'GET') => {
  const response = await fetch(`${url}${path}`, { method, headers: { cookie: who.cookie } });
  await response.arrayBuffer().catch(() => undefined);
  return response.status;
};

/** Asks again until the response has the status. */
async function untilStatus(status: number, ask: () => Promise<number>): Promise<void> {
  await expect.poll(ask, { timeout: 120_000 }).toBe(status);
}

/** Begins an export that nobody reads. Returns a function that closes its connection. */
async function unread(who: SignedIn): Promise<() => void> {
  const client = new AbortController();
  // The server may still count an export whose last byte has arrived here.
  await untilStatus(200, async () => (await open(who, client)).status);
  return () => client.abort();
}

describe('security 31: exports that are not read', () => {
  it('are two of one user at most; a third is refused until the connection of one is closed', async () => {
    const close = await unread(rep);
    await unread(rep);
    const refused = await open(rep);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      409,
      null,
      { error: 'You have 2 exports running. Wait until one is finished, then try again.' },
    ]);
    expect(await statusOf(await server.signIn('rep'), '/reps.csv')).toBe(200);
    close();
    await untilStatus(200, () => statusOf(rep, '/reps.csv'));
  });

  it('are eight of all users at most', async () => {
    const reps = [rep, await server.signIn('rep'), await server.signIn('rep'), await server.signIn('rep')];
    for (const one of [...reps, ...reps]) await unread(one);
    const refused = await open(await server.signIn('rep'));
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      { error: 'The server is busy with other exports. Try again in a moment.' },
    ]);
  });
});

describe('an export counts no longer', () => {
  /** Two exports that nobody reads still begin. Returns the status of a third. */
  const statusOfThird = async () => {
    await unread(rep);
    await unread(rep);
    return (await open(rep)).status;
  };

  it('when it was read to the end, refused by its validation, or a HEAD', async () => {
    for (let index = 0; index < 3; index += 1) {
      await untilStatus(200, () => statusOf(rep, historyPath()));
      await untilStatus(400, () => statusOf(rep, '/location-history.csv'));
      await untilStatus(400, () => statusOf(rep, '/deliveries.csv?mode=all'));
      expect(await statusOf(rep, historyPath(), 'HEAD')).toBe(404);
    }
    await untilStatus(200, () => statusOf(rep, '/reps.csv'));
    expect(await statusOfThird()).toBe(409);
  });

  it('when it fails before or after its first byte', async () => {
    const cut = await open(rep);
    await server.db.execute(sql`alter table visits rename to visits_before`);
    await expect(cut.arrayBuffer()).rejects.toThrow('terminated');
    for (let index = 0; index < 3; index += 1) await untilStatus(500, () => statusOf(rep, historyPath()));
    await server.db.execute(sql`alter table visits_before rename to visits`);
    expect(await statusOfThird()).toBe(409);
  });

  it('when the client goes away before its response begins', async () => {
    for (let index = 0; index < 5; index += 1) {
      const client = new AbortController();
      const response = open(rep, client);
      setImmediate(() => client.abort());
      await response.catch(() => undefined);
    }
    expect(await statusOfThird()).toBe(409);
  });

  it('when its connection is closed while it waits behind another response of the connection', async () => {
    const { port } = new URL(url);
    const request = `GET /api/exports${historyPath()} HTTP/1.1\r\nHost: localhost\r\nCookie: ${rep.cookie}\r\n\r\n`;
    const socket = connect(Number(port), 'localhost', () => socket.write(request + request));
    await untilStatus(409, () => statusOf(rep, '/reps.csv'));
    socket.destroy();
    expect(await statusOfThird()).toBe(409);
  });
});
