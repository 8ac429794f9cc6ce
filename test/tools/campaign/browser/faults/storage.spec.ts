import { closeDatabases, fillQuota, watchDatabases } from '../../../../browser/device/storage';
import { readRecords, writeRecords } from '../../../../browser/device/queueRecords';
import { NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { faults } from '../../../../browser/proxy/faults';
import { ofCall } from '../../../../browser/proxy/seenRequests';
import { messages } from '../../../../../src/domain/messages';
import { paths } from '../../../../../src/paths';
import { ENTRIES, expect, test } from '../campaignTest';

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

test('21: Quota exceeded on enqueue', async ({ ada, campaign, signal }) => {
  await campaign.waiting();
  await ada.fillDelivery(NORTH.name, 'Box 2', colas(ENTRIES + 1));
  const giveSpace = await fillQuota(ada.page);
  await ada.page.getByRole('button', { name: 'Submit box' }).click();
  const refused = ada.page.getByText(messages.couldNotSave);
  await expect(refused.first()).toBeVisible();
  const fired = await refused.count();
  await expect(ada.page.getByText(messages.savedLocally)).toHaveCount(0);
  await expect(ada.page.getByLabel('Cola quantity')).toHaveValue(String(ENTRIES + 1));
  await giveSpace();
  campaign.entered(ENTRIES + 1);
  expect(await ada.submitBox()).toBe('saved locally');
  await signal.regain();
  await campaign.judge({ page: ada.page, fired });
});

test('22: Quota exceeded on cache write', async ({ ada, campaign, context, signal }) => {
  await context.addInitScript(() => {
    const refused = (event: Event) => {
      if (event.target instanceof IDBTransaction && event.target.error?.name === 'QuotaExceededError')
        localStorage.setItem('test-refused-writes', String(1 + Number(localStorage.getItem('test-refused-writes'))));
    };
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function watched(...args) {
      const tx = begin.apply(this, args);
      tx.addEventListener('abort', refused);
      return tx;
    };
  });
  await campaign.waiting();
  const before = await readRecords(ada.page, 'entries');
  const giveSpace = await fillQuota(ada.page);
  await ada.page.goto(paths.newDelivery());
  await ada.page.getByRole('combobox', { name: 'Location' }).selectOption({ label: NORTH.name });
  const refusals = () => ada.page.evaluate(() => Number(localStorage.getItem('test-refused-writes')));
  await expect.poll(refusals, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await readRecords(ada.page, 'entries')).toEqual(before);
  const fired = await refusals();
  await giveSpace();
  await signal.regain();
  await campaign.judge({ page: ada.page, fired });
});

test('23: Corrupt record', async ({ ada, campaign, signal }) => {
  await campaign.waiting();
  await campaign.save(ada, ENTRIES + 1);
  const last = (await readRecords(ada.page, 'entries')).at(-1);
  await writeRecords(ada.page, 'entries', [{ ...last, id: 'a-corrupt-record', seq: ENTRIES + 2, path: 17 }]);
  await ada.page.reload();
  await signal.regain();
  const setAside = async () => (await readRecords(ada.page, 'quarantine')).length;
  await expect.poll(setAside).toBe(1);
  await campaign.judge({ page: ada.page, fired: await setAside() });
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
