import { users } from '../../../../src/server/db/schema';
import { hashPassword } from '../../../../src/server/auth/passwords';
import type { Bench, Line } from './bench';
import { compare, said } from './pairs';

const PAIRS = 200;

/**
 * Whether the time of a refusal tells if there is such a user. Every try comes from elsewhere, so none is throttled.
 */
export async function benchSignIn({ app, db }: Bench): Promise<Line[]> {
  await db.update(users).set({ passwordHash: await hashPassword('correct horse') });
  let tries = 0;
  const refused = async (emailOf: (index: number) => string) => {
    tries += 1;
    const remoteAddress = `10.1.${Math.floor(tries / 250)}.${tries % 250}`;
    const payload = { email: emailOf(tries), password: `a wrong guess ${tries}` };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
    if (statusCode !== 401) throw new Error(`Expected a refusal, not ${statusCode}`);
  };
  const ratio = await compare(
    () => refused((index) => `nobody${index}@example.com`),
    () => refused((index) => `rep${index % 50}@example.com`),
    PAIRS,
  );
  const what = 'Sign-in refused: unknown user / wrong password';
  return [{ number: 0, what, measured: said(ratio), anchor: 'the same work', goal: '0.95–1.05 (security 7)' }];
}
