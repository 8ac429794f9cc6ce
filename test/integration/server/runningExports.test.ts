import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn, TestServer } from '../../support/server/harness';
import { startUnreadResponses, type UnreadResponses } from '../../support/server/unreadResponses';

let unreadResponses: UnreadResponses;
let server: TestServer;
let rep: SignedIn;
let url: string;

beforeEach(async () => {
  // More than the sockets between the two hold, so that an unread export does not end.
  unreadResponses = await startUnreadResponses({ visits: 20, characters: 1_000_000 });
  ({ server, rep } = unreadResponses);
  url = `${unreadResponses.url}/exports`;
});
afterEach(() => unreadResponses.close());

const historyPath = () => `/location-history.csv?location=${unreadResponses.locationId}`;
const open = (who: SignedIn, client?: AbortController) => unreadResponses.open(who, `/exports${historyPath()}`, client);
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
