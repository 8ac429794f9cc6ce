import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aStockedLocation, startVisit } from '../../support/server/aStockedLocation';
import { aUser } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';
import { measured } from '../../support/measured';
import { median } from '../../support/median';

const server = await serverOfFile();
const admin = await server.signIn(await aUser(server.db, { roles: ['rep', 'admin'] }));

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const SETTLE_MS = 50;

describe('security 7: the refusal of an unknown user', () => {
  it('takes as long as the refusal of a wrong password', async () => {
    const passwordHash = await hashPassword('correct horse');
    const pairs = measured(200, 10);
    for (let pair = 0; pair < pairs; pair += 1) {
      await aUser(server.db, { email: `known${pair}@example.com`, passwordHash });
    }
    const ratios: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const refuse = (who: string) =>
        timeOf(async () => {
          const payload = { email: `${who}${pair}@example.com`, password: `${who} guess ${pair}` };
          const remoteAddress = `203.${who.length}.${pair % 250}.1`;
          const refused = await server.app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
          expect(refused.statusCode).toBe(401);
        });
      // Each goes first in every second pair.
      const known = pair % 2 ? await refuse('known') : null;
      const unknown = await refuse('nobody');
      ratios.push(unknown / (known ?? (await refuse('known'))));
    }
    const [low, high] = measured([0.95, 1.05], [0.2, 5]);
    expect(median(ratios)).toBeGreaterThanOrEqual(low ?? 0);
    expect(median(ratios)).toBeLessThanOrEqual(high ?? 0);
  });
});

describe('security 16: a query of 10 kB', () => {
  it(`takes at most ${measured(50, 5_000)} ms`, async () => {
    await aStockedLocation(server.db);
    const ask = () => admin.get(`/api/locations?q=${'%25_'.repeat(2_500)}`);
    await ask();
    expect(await timeOf(ask)).toBeLessThan(measured(50, 5_000));
  });
});

describe('security 34: a body of short values as long as a call takes', () => {
  it(`holds the event loop for at most ${measured(50, 5_000)} ms`, async () => {
    const visit = await startVisit(admin, await aStockedLocation(server.db));
    const payload = `{"note":"${'\\u00e9'.repeat(9_990)}"}`;
    const headers = { 'content-type': 'application/json', cookie: admin.cookie };
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const url = `/api/visits/${visit._id}`;
    // The monitor notes a delay when its own timer comes after it.
    await setTimeout(SETTLE_MS);
    expect((await server.app.inject({ method: 'PATCH', url, payload, headers })).statusCode).toBe(200);
    const numbers = `{"lines":[${'1,'.repeat(17_000)}1]}`;
    const refused = await server.app.inject({ method: 'POST', url: '/api/deliveries', payload: numbers, headers });
    expect(refused.statusCode).toBe(400);
    await setTimeout(SETTLE_MS);
    loop.disable();
    expect(loop.max / 1e6).toBeLessThan(measured(50, 5_000));
  });
});
