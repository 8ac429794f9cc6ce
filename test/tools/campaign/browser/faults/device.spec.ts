import { readRecords, writeRecords } from '../../../../browser/device/queueRecords';
import { closeDatabases, watchDatabases } from '../../../../browser/device/storage';
import { NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { faults } from '../../../../browser/proxy/faults';
import { isWrite, ofCall } from '../../../../browser/proxy/seenRequests';
import { rep } from '../../../../browser/rep/rep';
import { killTab, stopOnRemoval } from '../../../../browser/tabs';
import { paths } from '../../../../../src/paths';
import { ENTRIES, expect, test } from '../campaignTest';

test('15: Duplicate tabs replaying', async ({ ada, campaign, context, network, signal }) => {
  await campaign.waiting();
  const second = await context.newPage();
  await second.goto(paths.dashboard());
  const before = network.seen.length;
  await signal.regain();
  await expect.poll(() => network.seen.slice(before).filter(isWrite).length).toBeGreaterThan(0);
  await campaign.judge({ page: ada.page, fired: context.pages().length - 1 });
});

test('17: Tab/browser killed between ack and local delete', async ({ ada, campaign, context, signal }) => {
  await campaign.waiting();
  const stop = await stopOnRemoval(ada.page, 'entries');
  await stop.reachBy(() => signal.regain());
  const next = await context.newPage();
  await stop.kill();
  await next.goto(paths.dashboard());
  await campaign.judge({ page: next, fired: 1 });
});

test('18: Leader tab killed while holding the lock', async ({ ada, campaign, context, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(isWrite, faults.hangAfter, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => rule.met).toBe(1);
  const next = await context.newPage();
  await next.goto(paths.dashboard());
  await killTab(ada.page);
  await campaign.judge({ page: next, fired: rule.met });
});

test('20: Cache Storage wiped', { tag: '@short' }, async ({ ada, campaign, signal }) => {
  await campaign.waiting();
  const wiped = await ada.page.evaluate(async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    return names.length;
  });
  await signal.regain();
  await ada.page.reload();
  await expect(ada.page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await campaign.judge({ page: ada.page, fired: wiped });
});

test('23: Corrupt record', async ({ ada, campaign, signal }) => {
  await campaign.waiting();
  await campaign.save(ada, ENTRIES + 1);
  const last = (await readRecords(ada.page, 'entries')).at(-1);
  await writeRecords(ada.page, 'entries', [{ ...last, id: 'a-corrupt-record', seq: ENTRIES + 2, path: 17 }]);
  await ada.page.reload();
  await signal.regain();
  await expect.poll(async () => (await readRecords(ada.page, 'quarantine')).length).toBe(1);
  await campaign.judge({ page: ada.page, fired: 1 });
});

test('24: IDB connection closed by browser', async ({ ada, campaign, context, signal }) => {
  await watchDatabases(context);
  await campaign.waiting();
  const closed = await closeDatabases(ada.page);
  await campaign.save(ada, ENTRIES + 1);
  const again = await closeDatabases(ada.page);
  await signal.regain();
  await campaign.judge({ page: ada.page, fired: closed + again });
});

test('25: IDB blocked by old tab on version bump', { tag: '@short' }, async ({ ada, campaign, context }) => {
  await campaign.waiting();
  const newer = await context.newPage();
  await newer.goto(paths.dashboard());
  await newer.close();
  // What a newer build does while this tab stands open: it opens the same database at a higher version.
  const opened = await ada.page.evaluate(async () => {
    const known = (await indexedDB.databases()).find(({ name }) => name === 'field-sales-queue');
    const request = indexedDB.open('field-sales-queue', (known?.version ?? 0) + 1);
    return await new Promise<boolean>((resolve) => {
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      request.onerror = () => resolve(false);
    });
  });
  expect(opened, 'the open tab gave way').toBe(true);
  await campaign.save(ada, ENTRIES + 1);
  await campaign.judge({ page: ada.page, fired: 1 });
});

test('40: Mid-body truncation of a GET list', { tag: '@short' }, async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(ofCall('listLocations', 'listItems', 'listBoxes'), faults.cutBody);
  await signal.regain();
  await ada.page.goto(paths.locations());
  await expect(ada.page.getByRole('article', { name: NORTH.name })).toBeVisible();
  await expect.poll(() => rule.met).toBeGreaterThan(0);
  await signal.lose();
  await ada.page.reload();
  await expect(ada.page.getByRole('article', { name: NORTH.name })).toBeVisible();
  await campaign.judge({ page: ada.page, fired: rule.met });
});

test('41: Frozen tab', { tag: '@short' }, async ({ ada, campaign, context, server, signal }) => {
  await campaign.waiting();
  const session = await context.newCDPSession(ada.page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await server.endSessions();
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await signal.regain();
  await expect(ada.page).toHaveURL(/login/);
  await campaign.signInAgain();
  await campaign.judge({ page: ada.page, fired: 1 });
});

test('16: Tab killed between click and IDB complete', async ({ ada, campaign, context }) => {
  await campaign.waiting();
  let tab = ada;
  const delays = [0, 2, 5, 10, 30];
  for (const [index, ms] of delays.entries()) {
    await tab.fillDelivery(NORTH.name, 'Box 2', colas(ENTRIES + 1 + index));
    campaign.entered(ENTRIES + 1 + index);
    const next = rep(await context.newPage());
    await tab.page.evaluate((wait) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Submit box');
      setTimeout(() => button?.click(), 50 - wait);
    }, ms);
    await tab.page.waitForTimeout(50);
    await killTab(tab.page);
    tab = next;
  }
  await tab.page.goto(paths.dashboard());
  await campaign.judge({ page: tab.page, fired: delays.length });
});
