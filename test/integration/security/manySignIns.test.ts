import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInTries } from '../../../src/server/db/signInSchema';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aUser } from '../../support/server/builders';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const PASSWORD = 'correct horse';
const OFFICE = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';
const MINUTE_MS = 60_000;

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);

interface Try {
  email?: string;
  password?: string;
  from?: string;
}

/** A try to sign in as Ada with the right password, from the office. */
const signIn = ({ email = 'ada@example.com', password = PASSWORD, from = OFFICE }: Try = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: from,
  });

/** How many of the tries, all made at once, had each status. */
async function statusesAtOnce(count: number, nth: (index: number) => Try): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => signIn(nth(index))));
  const counts: Record<number, number> = {};
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

const later = (ms: number) => {
  server.time.now = new Date(server.time.now.getTime() + ms);
};

const colleague = (index: number) => `rep${index % 20}@example.com`;
const guess = (index: number) => `guess number ${index}`;

beforeEach(async () => {
  await aUser(server.db, { email: 'ada@example.com', passwordHash });
  for (let index = 0; index < 20; index += 1) await aUser(server.db, { email: colleague(index), passwordHash });
});

describe('security 8: right passwords', () => {
  it('all sign in, 200 at once from one IP address', async () => {
    expect(await statusesAtOnce(200, (index) => ({ email: colleague(index) }))).toEqual({ 200: 200 });
  });

  it('all sign in, 40 at once for one account in each of three seconds', async () => {
    for (let second = 0; second < 3; second += 1) {
      const [statuses] = await Promise.all([statusesAtOnce(40, () => ({})), setTimeout(1_000)]);
      expect(statuses).toEqual({ 200: 40 });
    }
  });

  it('sign in after 9 failures from their IP address, and not after the 10th', async () => {
    expect(await statusesAtOnce(9, (index) => ({ email: 'nobody@example.com', password: guess(index) }))).toEqual({
      401: 9,
    });
    expect((await signIn()).statusCode).toBe(200);
    expect((await signIn({ email: colleague(1), password: guess(10) })).statusCode).toBe(401);
    const refused = await signIn({ email: colleague(2) });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(15 * 60)]);
  });

  it('wait at most a minute after a colleague’s failures where the account has signed in before', async () => {
    expect((await signIn()).statusCode).toBe(200);
    expect(await statusesAtOnce(20, (index) => ({ email: colleague(1), password: guess(index) }))).toEqual({
      401: 10,
      429: 10,
    });
    const delayed = await signIn();
    expect([delayed.statusCode, delayed.headers['retry-after']]).toEqual([429, '60']);
    later(MINUTE_MS);
    expect((await signIn()).statusCode).toBe(200);
  });
});

describe('security 8: 1,000 wrong passwords at once', () => {
  it.each([
    ['at one account', () => 'ada@example.com'],
    ['at many accounts', colleague],
    ['at accounts that have signed in there', (index: number) => colleague(index % 5)],
  ])('from one IP address, %s, are checked up to the limit and the length of the queue', async (what, emailOf) => {
    if (what.includes('signed in')) await statusesAtOnce(5, (index) => ({ email: colleague(index) }));
    const statuses = await statusesAtOnce(1_000, (index) => ({ email: emailOf(index), password: guess(index) }));
    expect(statuses[429]).toBeGreaterThanOrEqual(990 - availableParallelism());
    const [{ tries: checked } = { tries: 0 }] = await server.db
      .select()
      .from(signInTries)
      .where(eq(signInTries.kind, 'ip'));
    expect(checked).toBeGreaterThanOrEqual(10);
    expect(checked).toBeLessThanOrEqual(10 + availableParallelism());
    expect((await signIn({ email: emailOf(0), password: guess(0) })).statusCode).toBe(429);
  });
});

describe('security 8: an account under attack from 120 addresses', () => {
  it('has one guess of each IP address checked per minute, and lets its owner sign in after one minute', async () => {
    const attack = (index: number) => ({ password: guess(index), from: `203.0.113.${index}` });
    const statuses = await statusesAtOnce(120, attack);
    expect(statuses[401]).toBeLessThanOrEqual(100 + availableParallelism());
    expect(statuses[429]).toBeGreaterThan(0);

    const owner = await signIn({ from: ELSEWHERE });
    expect([owner.statusCode, owner.headers['retry-after']]).toEqual([429, '60']);
    expect(owner.json()).toEqual({ error: 'Too many tries. Try again in 1 minute.' });
    const attacker = { password: 'another guess', from: '203.0.113.200' };
    expect((await signIn(attacker)).statusCode).toBe(429);
    later(MINUTE_MS / 2);
    expect((await signIn({ from: ELSEWHERE })).headers['retry-after']).toBe('30');

    later(MINUTE_MS / 2);
    expect(await statusesAtOnce(20, () => attacker)).toEqual({ 401: 1, 429: 19 });
    const others = (index: number) => ({ password: guess(index), from: `203.0.114.${index}` });
    expect(await statusesAtOnce(100, others)).toEqual({ 429: 100 });
    expect((await signIn({ from: ELSEWHERE })).statusCode).toBe(200);
    expect((await signIn(attacker)).headers['retry-after']).toBe('60');
  });
});
