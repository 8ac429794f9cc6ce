import type * as Argon2 from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { validateNewPassword } from '../../../src/server/auth/passwordRules';
import { readConfig } from '../../../src/server/config';
import { users } from '../../../src/server/db/schema';
import { signInTries } from '../../../src/server/db/signInSchema';
import { DEMO_ACCOUNTS } from '../../../src/server/demo/demoAccounts';
import { demoAccountsOf } from '../../../src/server/demo/demoData';
import { hashPassword, needsRehash } from '../../../src/server/auth/passwords';
import { networkOf, pruneSignInLimits } from '../../../src/server/auth/signInLimits';
import { aUser, NOW } from '../../support/server/builders';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const PASSWORD = 'correct horse';
const MINUTE_MS = 60_000;

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);

interface Try {
  email?: string;
  password?: string;
  from?: string;
  headers?: Record<string, string>;
}

/** A try to sign in as Ada, with a wrong password unless told otherwise. */
const signIn = ({ email = 'ada@example.com', password = 'wrong horse', from = '192.0.2.1', headers = {} }: Try = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: from,
    headers,
  });

/** The statuses of many tries, one after the other. */
async function statuses(count: number, nth: (index: number) => Try): Promise<number[]> {
  const seen = [];
  for (let index = 0; index < count; index += 1) seen.push((await signIn(nth(index))).statusCode);
  return seen;
}

const TEN_REFUSED = Array.from({ length: 10 }, () => 401);

describe('security 6: a password', () => {
  it('is stored as argon2id with at least OWASP’s minimum', async () => {
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([needsRehash(passwordHash), needsRehash('$argon2id$v=19$m=8192,t=2,p=1$x')]).toEqual([false, true]);
  });

  it.each([
    ['seven77', 'refused'],
    ['eight888', 'taken'],
    ['x'.repeat(64), 'taken'],
    ['x'.repeat(128), 'taken'],
    ['x'.repeat(129), 'refused'],
    ['Password1', 'refused'],
    ['Football1', 'refused'],
    ['1qaz2wsx3edc', 'refused'],
    ['whatever', 'refused'],
    ['Marcusbell', 'refused'],
    ['marcus2026!', 'refused'],
    ['m.bell@shop.com', 'refused'],
    ['marcus likes ponies', 'taken'],
    ['e\u0301'.repeat(70), 'taken'],
    ['letmein1', 'refused'],
    ['🐴 battery staple', 'taken'],
  ])('%s is %s', (password, expected) => {
    expect(
      validateNewPassword(password, { name: 'Marcus Bell', email: 'm.bell@shop.com' }) === null ? 'taken' : 'refused',
    ).toBe(expected);
  });
});

describe('security 7: an unknown user and a wrong password', () => {
  it('cost the same work: one password check in both cases', async () => {
    await aUser(server.db, { email: 'ada@example.com', passwordHash });
    const argon = await vi.importActual<typeof Argon2>('@node-rs/argon2');
    const verify = vi.fn<typeof Argon2.verify>(argon.verify);
    vi.resetModules();
    vi.doMock('@node-rs/argon2', () => ({ ...argon, verify }));
    try {
      const { buildApp } = await import('../../../src/server/app');
      const app = await buildApp({ db: server.db, config: server.config, clock: () => NOW });
      const responses = [];
      for (const email of ['ada@example.com', 'nobody@example.com']) {
        verify.mockClear();
        const payload = { email, password: 'wrong horse' };
        const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
        const cost = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
        responses.push({
          status: response.statusCode,
          body: response.body,
          headers: Object.keys(response.headers),
          cost,
        });
      }
      expect(responses[0]?.cost).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
      expect(responses[1]).toEqual(responses[0]);
      await app.close();
    } finally {
      vi.doUnmock('@node-rs/argon2');
      vi.resetModules();
    }
  });
});

describe('security 8: guessing', () => {
  beforeEach(() => aUser(server.db, { email: 'ada@example.com', passwordHash }));

  it('at one account is refused at the 11th try with 429 and Retry-After, the right password included', async () => {
    expect(await statuses(10, () => ({}))).toEqual(TEN_REFUSED);
    const refused = await signIn({ password: PASSWORD });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe(String(15 * 60));
    expect(refused.json()).toEqual({ error: 'Too many tries. Try again in 15 minutes.' });
  });

  it('does not lock out the right user elsewhere', async () => {
    await statuses(40, () => ({}));
    expect((await signIn({ password: PASSWORD, from: '198.51.100.7' })).statusCode).toBe(200);
  });

  it('gains nothing by a forged X-Forwarded-For', async () => {
    const forged = (index: number) => ({
      password: `guess number ${index}`,
      headers: { 'x-forwarded-for': `203.0.113.${index}` },
    });
    expect(await statuses(11, forged)).toEqual([...TEN_REFUSED, 429]);
  });

  it('at many accounts from one IP address is refused at the 11th try', async () => {
    const others = (index: number) => ({ email: `user${index}@example.com`, password: `guess number ${index}` });
    expect(await statuses(11, others)).toEqual([...TEN_REFUSED, 429]);
  });

  it('with one password at many accounts from many IP addresses is refused at the 11th try', async () => {
    const spray = (index: number) => ({ email: `user${index}@example.com`, from: `203.0.113.${index}` });
    expect(await statuses(11, spray)).toEqual([...TEN_REFUSED, 429]);
  });

  it('at one account from very many IP addresses is refused in the end, but not where its user signs in', async () => {
    const home = { password: PASSWORD, from: '198.51.100.7' };
    expect((await signIn(home)).statusCode).toBe(200);
    const spread = (index: number) => ({ password: `guess number ${index}`, from: `203.0.113.${index}` });
    expect((await statuses(101, spread)).at(-1)).toBe(429);
    expect((await signIn(home)).statusCode).toBe(200);
  });

  it('is limited for simultaneous tries too', async () => {
    const responses = await Promise.all(Array.from({ length: 15 }, () => signIn()));
    expect(responses.filter((response) => response.statusCode === 401)).toHaveLength(10);
  });

  it('stops counting after 15 minutes, and after a right password', async () => {
    await statuses(11, () => ({}));
    server.time.now = new Date(NOW.getTime() + 15 * MINUTE_MS);
    expect((await signIn({ password: PASSWORD })).statusCode).toBe(200);
    // Expired rows stay until they are pruned, so only the sign-in has removed it.
    expect(await server.db.$count(signInTries, eq(signInTries.kind, 'accountAtIp'))).toBe(0);
    expect(await statuses(10, () => ({}))).toEqual(TEN_REFUSED);
    await pruneSignInLimits(server.db, new Date(server.time.now.getTime() + 16 * MINUTE_MS));
    expect(await server.db.$count(signInTries)).toBe(0);
  });

  it('stores neither IP address, account nor password in plain text', async () => {
    await signIn({ password: 'sentinel password' });
    const rows = await server.db.select().from(signInTries);
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['account', 'accountAtIp', 'ip', 'password']);
    expect(JSON.stringify(rows)).not.toMatch(/sentinel|ada@|192\.0/);
    expect(rows.find(({ kind }) => kind === 'password')?.key).toMatch(/^[0-9a-f]{5}$/);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:ffff::ffff'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8::1', '2001:0db8:0:0:9::'],
  ])('from %s counts with %s', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other));
  });

  it('from another network counts separately', () => {
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:2:2::1'));
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  });
});

describe('security 9: a fresh database', () => {
  it.each([
    ['in production', readConfig({ NODE_ENV: 'production' })],
    ['on PostgreSQL', readConfig({ DATABASE_URL: 'postgres://db' })],
  ])('%s has no account, and the known passwords fail', async (_where, config) => {
    expect(await demoAccountsOf(server.db, config, NOW)).toEqual([]);
    expect(await server.db.$count(users)).toBe(0);
    for (const { email, password } of DEMO_ACCOUNTS) {
      expect((await signIn({ email, password })).statusCode).toBe(401);
    }
  });

  it('accepts no registration unless it is switched on', async () => {
    const payload = { name: 'Ben', email: 'ben@example.com', password: PASSWORD };
    expect((await server.anyone.post('/api/auth/register', payload)).statusCode).toBe(403);
  });
});
