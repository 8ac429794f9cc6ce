import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_TRY_TIMEOUT_MS } from '../../../src/domain/constants';
import { HOUR_MS } from '../../../src/domain/durations';
import { deliveries } from '../../../src/server/db/schema';
import { aStockedLocation, deliveryBody, type StockedLocation } from '../../support/server/aStockedLocation';
import type { SignedIn } from '../../support/server/harness';
import { NOW } from '../../support/server/builders';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const DEVICES = 200;
/** The replays of a smaller storm, of which a request that is served first waits for less than half. */
const SMALL_STORM = 60;
const BUSY_PAUSE_MS = 100;

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
});

/** A write that the person made so long ago. */
const write = (who: SignedIn, key: string, agoMs: number) =>
  who.post('/api/deliveries', deliveryBody(store, 0), {
    'captured-at': new Date(NOW.getTime() - agoMs).toISOString(),
    'idempotency-key': key,
  });

/** What the queue of a device sends. */
const replay = (who: SignedIn, key: string) => write(who, key, HOUR_MS);

/** As a device does: once more when the server is busy. Returns the status. */
async function replayUntilAccepted(who: SignedIn, key: string): Promise<number> {
  for (;;) {
    const { statusCode } = await replay(who, key);
    if (statusCode !== 503) return statusCode;
    await setTimeout(BUSY_PAUSE_MS);
  }
}

describe('security 45: a storm of replays', () => {
  it(`from ${DEVICES} devices at once loses no write, and a screen is served before most of them`, async () => {
    let recorded = 0;
    const storm = Array.from({ length: DEVICES }, async (_, index) => {
      const status = await replayUntilAccepted(rep, `entry-of-device-${index}`);
      recorded += 1;
      return status;
    });
    expect((await rep.get('/api/deliveries')).statusCode).toBe(200);
    expect((await rep.post('/api/deliveries', deliveryBody(store, 0))).statusCode).toBe(201);
    expect(recorded).toBeLessThan(DEVICES / 4);
    expect(new Set(await Promise.all(storm))).toEqual(new Set([201]));
    expect(await server.db.$count(deliveries)).toBe(DEVICES + 1);
  });

  it('is overtaken by the first try of a form, for which a person waits', async () => {
    const order: string[] = [];
    const send = (agoMs: number, name: string, index: number) =>
      write(rep, `entry-of-${name}-${index}`, agoMs).then(({ statusCode }) => order.push(`${statusCode} ${name}`));
    const storm = Array.from({ length: SMALL_STORM }, (_, index) => send(FIRST_TRY_TIMEOUT_MS, 'replay', index));
    await send(FIRST_TRY_TIMEOUT_MS - 1, 'first-try', 0);
    expect(order).toContain('201 first-try');
    expect(order.indexOf('201 first-try')).toBeLessThan(SMALL_STORM / 2);
    await Promise.all(storm);
    expect(new Set(order)).toEqual(new Set(['201 replay', '201 first-try']));
  });

  it('of one user delays the first replay of another user by few of its own', async () => {
    const other = await server.signIn('rep');
    const order: string[] = [];
    const send = (who: SignedIn, name: string, index: number) =>
      replay(who, `entry-of-${name}-${index}`).then(() => order.push(name));
    const storm = Array.from({ length: SMALL_STORM }, (_, index) => send(rep, 'many', index));
    await Promise.all([...storm, send(other, 'one', 0)]);
    expect(order.indexOf('one')).toBeLessThan(SMALL_STORM / 2);
  });

  it('beyond the queue limit is refused with 503 and Retry-After, and accepted when it is sent again', async () => {
    const all = await Promise.all(Array.from({ length: 300 }, (_, index) => replay(rep, `entry-number-${index}`)));
    const refused = all.map(({ statusCode }, index) => ({ statusCode, index })).filter((one) => one.statusCode === 503);
    expect(refused.length).toBeGreaterThan(10);
    expect(all.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('5');
    for (const { index } of refused) expect((await replay(rep, `entry-number-${index}`)).statusCode).toBe(201);
    expect(await server.db.$count(deliveries)).toBe(300);
  });
});
