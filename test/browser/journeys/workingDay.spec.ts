import type { Browser } from '@playwright/test';
import { signalOf } from '../device/signal';
import type { Backend } from '../fixture/backend';
import { ADA } from '../fixture/fixtures';
import { expect, test } from '../fixture/fixtureTest';
import { deliveriesOf, type ServerState } from '../fixture/serverState';
import type { FaultProxy } from '../proxy/faultProxy';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { rep } from '../rep/rep';
import { killTab } from '../tabs';
import { withActsForTimes, withoutTimes, workingDay } from './workingDay';

interface DayParts {
  browser: Browser;
  backend: Backend;
  network: FaultProxy;
}

/** The day on a device of its own, from the first byte online or offline; at its end everything has been sent. */
async function aDay({ browser, backend, network }: DayParts, connection: 'online' | 'offline') {
  await backend.reset();
  const context = await browser.newContext({ baseURL: network.url });
  const signal = await signalOf(context, network);
  const first = rep(await context.newPage());
  await first.signIn(ADA);
  await readyForNoSignal(first.page);
  if (connection === 'offline') await signal.lose();
  const acts = await workingDay(first, {
    reload: async ({ page }) => void (await page.reload()),
    kill: async ({ page }) => {
      await killTab(page);
      return rep(await context.newPage());
    },
  });
  const heard = await backend.serverState();
  await signal.regain();
  const last = context.pages().at(-1);
  if (last) await expectWaiting(last, 0);
  await context.close();
  return { acts, heard, serverState: await backend.serverState() };
}

function expectWholeDay(serverState: ServerState): void {
  expect(serverState.visits).toHaveLength(3);
  expect(deliveriesOf(serverState)).toHaveLength(11);
  expect(serverState.visits.map(({ outcome }) => outcome)).toEqual(['completed', 'partial', 'partial']);
}

test('three visits, eleven deliveries, two edits, three submits, two reloads, one killed tab: offline as online', {
  tag: '@full',
}, async ({ browser, backend, network }) => {
  test.setTimeout(1_800_000);
  const online = await aDay({ browser, backend, network }, 'online');
  expectWholeDay(online.serverState);
  const offline = await aDay({ browser, backend, network }, 'offline');
  expect(offline.heard).toEqual({ visits: [], loose: [] });
  expect(offline.acts.filter(({ name, result }) => result === 'sent' && !name.endsWith('start'))).toEqual([]);
  expect(withActsForTimes(offline.serverState, offline.acts)).toEqual(
    withActsForTimes(online.serverState, online.acts),
  );
});

test.describe('against any server that follows the specification', () => {
  test.use({ against: 'any' });

  test('the same day offline has the result of the day online', { tag: '@full' }, async ({
    browser,
    backend,
    network,
  }) => {
    test.setTimeout(1_800_000);
    const online = await aDay({ browser, backend, network }, 'online');
    expectWholeDay(online.serverState);
    const offline = await aDay({ browser, backend, network }, 'offline');
    expect(offline.heard).toEqual({ visits: [], loose: [] });
    expect(withoutTimes(offline.serverState)).toEqual(withoutTimes(online.serverState));
  });
});
