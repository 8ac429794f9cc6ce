import { type Fault, faults, refusal } from '../../../../browser/proxy/faults';
import { isWrite } from '../../../../browser/proxy/seenRequests';
import { ENTRIES, expect, test } from '../campaignTest';

/** A device waits twice as long after each error of the server. */
const MOST_MET = 5;

/** Faults between the device and the server, which the first requests of the queue meet. */
const cases: [title: string, fault: Fault][] = [
  ['1: Drop before server receives', faults.dropBefore],
  ['2: Commit, then response lost', faults.dropAfter],
  ['4: 503 + Retry-After', refusal(503, 'Busy', { 'retry-after': '1' })],
  ['5: 502 with HTML body', faults.badGateway],
  ['6: 200 HTML captive portal', faults.captivePortal],
];

for (const [title, fault] of cases) {
  test(title, async ({ ada, campaign, network, signal }) => {
    await campaign.waiting();
    const rules = Array.from({ length: Math.min(MOST_MET, Math.ceil(ENTRIES / 2)) }, (_, index) =>
      network.meet(isWrite, fault, { times: 1, skip: index }),
    );
    await signal.regain();
    // A form sent online into an error of the server stays open (spec §8): the save comes after the faults.
    await expect.poll(() => rules.every(({ met }) => met > 0), { timeout: 240_000 }).toBe(true);
    await campaign.save(ada, ENTRIES + 1);
    await campaign.judge({ page: ada.page, fired: rules.reduce((sum, { met }) => sum + met, 0) });
  });
}

test('3: Hang (accepts, never answers)', async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(isWrite, faults.hang, { times: 1 });
  await signal.regain();
  await expect.poll(() => rule.met, { timeout: 120_000 }).toBe(1);
  await campaign.save(ada, ENTRIES + 1);
  await campaign.judge({ page: ada.page, fired: rule.met });
});

test('12: Slow 400 ms–20 s RTT + 20 % loss', { tag: '@short' }, async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  const slow = [400, 1_000, 3_000, 20_000].map((ms, skip) =>
    network.meet(isWrite, { kind: 'delay', ms }, { times: 1, skip }),
  );
  const loss = Array.from({ length: Math.ceil(ENTRIES / 5) }, (_, index) =>
    network.meet(isWrite, index % 2 === 0 ? faults.dropAfter : faults.dropBefore, { times: 1, skip: 2 + 4 * index }),
  );
  await signal.regain();
  await campaign.save(ada, ENTRIES + 1);
  const fired = () => [...slow, ...loss].reduce((sum, { met }) => sum + met, 0);
  await expect.poll(fired, { timeout: 180_000 }).toBeGreaterThanOrEqual(slow.length);
  await campaign.judge({ page: ada.page, fired: fired() });
});

test('13: Flapping: online/offline every 0.3–3 s', async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  network.meet(isWrite, { kind: 'delay', ms: 100 });
  await ada.page.evaluate(() => {
    addEventListener('offline', () => Object.assign(window, { flaps: 1 + Number(Reflect.get(window, 'flaps') ?? 0) }));
  });
  for (const ms of [300, 900, 400, 1_500, 3_000, 300, 700]) {
    await signal.regain();
    await ada.page.waitForTimeout(ms);
    await signal.lose();
  }
  await campaign.judge({
    page: ada.page,
    fired: await ada.page.evaluate(() => Number(Reflect.get(window, 'flaps') ?? 0)),
  });
});

test('14: `navigator.onLine` lies (true, no route)', async ({ ada, campaign, context, network }) => {
  await campaign.waiting();
  await context.setOffline(false);
  expect(await ada.page.evaluate(() => navigator.onLine)).toBe(true);
  const before = network.seen.length;
  await campaign.save(ada, ENTRIES + 1);
  const fired = network.seen.slice(before).filter(({ fault }) => fault === 'offline').length;
  await campaign.judge({ page: ada.page, fired });
});
