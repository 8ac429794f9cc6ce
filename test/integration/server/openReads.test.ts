import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { visits } from '../../../src/server/db/schema';
import { aStockedLocation } from '../../support/server/aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from '../../support/server/harness';

let server: TestServer;
let rep: SignedIn;
let url: string;
/** The reads that a test began. fetch closes the connection of a response that nothing refers to. */
const begun: { client: AbortController; response: Response }[] = [];

beforeEach(async () => {
  server = await startTestServer();
  rep = await server.signIn('rep');
  const { locationId } = await aStockedLocation(server.db);
  url = `${await server.listen()}/api/visits?limit=700`;
  // More than the sockets between the two hold, so that an unread list does not end.
  await server.db.execute(sql`insert into ${visits}
    (id, rep_id, location_id, outcome, note, started_at, submitted_at, created_at)
    select 'visit-' || number, ${rep.user.id}, ${locationId}, 'other', repeat('x', 10000), now(), now(), now()
    from generate_series(1, 700) as number`);
});
afterEach(async () => {
  for (const { client } of begun.splice(0)) client.abort();
  // fetch keeps an unused connection open.
  server.app.server.closeAllConnections();
  await server.close();
});

/** Begins a read whose response nobody reads. */
async function open(who: SignedIn): Promise<Response> {
  const client = new AbortController();
  const response = await fetch(url, { headers: { cookie: who.cookie }, signal: client.signal });
  begun.push({ client, response });
  return response;
}

it('a user has 32 unread responses of lists at most; a read more is refused until one is closed', async () => {
  const sizes = await Promise.all(
    Array.from({ length: 32 }, async () => (await open(rep)).headers.get('content-length')),
  );
  expect(sizes.filter((size) => Number(size) > 5_000_000)).toHaveLength(32);
  const refused = await open(rep);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { error: 'You have 32 requests open. Try again in a moment.' },
  ]);
  expect((await open(await server.signIn('rep'))).status).toBe(200);
  begun[0]?.client.abort();
  await expect.poll(async () => (await open(rep)).status, { timeout: 60_000 }).toBe(200);
});
