import { expect, it, onTestFinished } from 'vitest';
import { openEmbeddedTestDatabase } from '../../support/server/testDatabase';
import { startUnreadResponses } from '../../support/server/unreadResponses';

it('a user has 32 unread responses of lists at most; one more read is refused until one is closed', async () => {
  // A list of them is longer than what the sockets between the two hold, so that an unread one does not end.
  const unread = await startUnreadResponses({ visits: 700, characters: 10_000 });
  onTestFinished(() => unread.close());
  const { rep, server } = unread;
  const open = (who = rep, client?: AbortController) => unread.open(who, '/visits?limit=700', client);
  const first = new AbortController();
  const begun = await Promise.all([open(rep, first), ...Array.from({ length: 31 }, () => open())]);
  const sizes = begun.map(({ headers }) => Number(headers.get('content-length')));
  expect(sizes.filter((size) => size > 5_000_000)).toHaveLength(32);
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { error: 'You have 32 requests open. Try again in a moment.' },
  ]);
  expect((await open(await server.signIn('rep'))).status).toBe(200);
  first.abort();
  await expect.poll(async () => (await open()).status, { timeout: 60_000 }).toBe(200);
});

/** The statuses of so many short reads of a user that wait for the database at the same time. */
async function readAtOnce(count: number): Promise<number[]> {
  // Not on PostgreSQL: only as many reads can wait there as there are connections. Embedded, one transaction runs at a
  // time, and the reads wait in the order in which they arrived.
  const embedded = await startUnreadResponses({ visits: 2, characters: 1 }, openEmbeddedTestDatabase());
  onTestFinished(() => embedded.close());
  const { rep, server } = embedded;
  let arrived = 0;
  server.app.server.on('request', () => {
    arrived += 1;
  });
  const read = async () => (await embedded.open(rep, '/visits?limit=2')).status;
  const reads = await server.db.transaction(async () => {
    const sent = Array.from({ length: count }, read);
    await expect.poll(() => arrived, { timeout: 30_000 }).toBe(count);
    return { all: Promise.all(sent) };
  });
  return reads.all;
}

it('each of a hundred reads that a browser sends at once gets its response, also when the database is slow', async () => {
  expect(await readAtOnce(100)).toEqual(Array.from({ length: 100 }, () => 200));
});

it('128 reads of a user run or wait at the same time, more are refused', async () => {
  const statuses = await readAtOnce(200);
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect([count(200), count(429)]).toEqual([128, 72]);
});
