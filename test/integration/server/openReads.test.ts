import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startUnreadResponses, type UnreadResponses } from '../../support/server/unreadResponses';

let unread: UnreadResponses;

beforeEach(async () => {
  // A list of them is longer than what the sockets between the two hold, so that an unread one does not end.
  unread = await startUnreadResponses({ visits: 700, characters: 10_000 });
});
afterEach(() => unread.close());

it('a user has 32 unread responses of lists at most; one more read is refused until one is closed', async () => {
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
  const { rep, server } = unread;
  const read = async () => {
    const response = await unread.open(rep, '/visits?limit=2');
    await response.text();
    return response.status;
  };
  const connections = () => promisify(server.app.server.getConnections.bind(server.app.server))();
  // The embedded database runs one transaction at a time, so the reads wait until this one has ended.
  const reads = await server.db.transaction(async () => {
    const sent = Array.from({ length: count }, read);
    await expect.poll(connections).toBe(count);
    return { all: Promise.all(sent) };
  });
  return reads.all;
}

it('each of a hundred reads that a browser sends at once gets its response, also when the database is slow', async () => {
  expect(await readAtOnce(100)).toEqual(Array.from({ length: 100 }, () => 200));
});

it('128 reads of a user run at the same time, more are refused', async () => {
  const statuses = await readAtOnce(200);
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect([count(200), count(429)]).toEqual([128, 72]);
});
