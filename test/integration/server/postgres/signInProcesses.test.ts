import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { aUser } from '../../../support/server/builders';
import { startServerProcess } from '../../../support/server/serverProcess';
import { serverOfFile } from '../../../support/server/serverOfFile';

const PASSWORD = 'correct horse';

const { db } = await serverOfFile();
const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const database = new URL(process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL ?? '');
database.pathname = `/${rows[0]?.name}`;
await aUser(db, { email: 'ada@example.com', passwordHash: await hashPassword(PASSWORD) });

const start = () => startServerProcess({ DATABASE_URL: database.href });
const processes = await Promise.all([start(), start()]);
afterAll(() => Promise.all(processes.map((server) => server.end('SIGTERM'))));

/** The status of a try, made from an address of this machine at one process or the other. */
function signIn(index: number, password: string, localAddress: string): Promise<number> {
  const url = new URL('/api/auth/login', processes[index % processes.length]?.url);
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', localAddress, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    call.once('error', reject).end(JSON.stringify({ email: 'ada@example.com', password }));
  });
}

const atOnce = (count: number, password: (index: number) => string, from: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => signIn(index, password(index), from)));

it('two processes on one database count failures together', async () => {
  const statuses = await atOnce(200, (index) => `guess number ${index}`, '127.0.0.2');
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  expect([await signIn(0, PASSWORD, '127.0.0.2'), await signIn(1, PASSWORD, '127.0.0.2')]).toEqual([429, 429]);
});

it('two processes on one database accept 60 right passwords at once from another address', async () => {
  expect(new Set(await atOnce(60, () => PASSWORD, '127.0.0.3'))).toEqual(new Set([200]));
});
