import { readRecords, writeRecords } from '../../../../browser/device/queueRecords';
import { NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { NEXT_ENTRY_VERSION, NEXT_VERSION } from '../../../../browser/fixture/newerBuild';
import { ENTRY_VERSION } from '../../../../../src/offline/storage/entryMigrations';
import { findNewer, releaseNewer } from '../../../../browser/fixture/release';
import { ENTRIES, expect, test } from '../campaignTest';

test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

test('19: SW update mid-visit', async ({ ada, campaign, network, server }) => {
  await campaign.waiting();
  network.online();
  await ada.page.context().setOffline(false);
  await ada.fillDelivery(NORTH.name, 'Box 2', colas(ENTRIES + 1));
  await releaseNewer(server, NEXT_VERSION);
  await findNewer(ada.page);
  await expect(ada.page.getByLabel('Cola quantity')).toHaveValue(String(ENTRIES + 1));
  campaign.entered(ENTRIES + 1);
  await ada.submitBox();
  const reload = ada.page.getByRole('button', { name: 'Reload' });
  await Promise.all([ada.page.waitForEvent('load'), reload.click()]);
  await campaign.save(ada, ENTRIES + 2);
  // The one update.
  await campaign.judge({ page: ada.page, fired: 1 });
});

test('26: Schema v1 queue → v2 app, and a record of a newer one', async ({ ada, campaign, server, signal }) => {
  await campaign.waiting();
  await campaign.save(ada, ENTRIES + 1);
  const stored = await readRecords(ada.page, 'entries');
  const former = stored.filter(({ v }) => v === 1).length;
  const present = stored.filter(({ v }) => v === ENTRY_VERSION);
  // What a rollback leaves: the newer build wrote this record, the older one runs.
  await writeRecords(
    ada.page,
    'entries',
    present.map((record) => ({ ...record, v: NEXT_ENTRY_VERSION })),
  );
  await ada.page.reload();
  await signal.regain();
  const held = async () => (await readRecords(ada.page, 'entries')).map(({ v }) => v);
  await expect.poll(held, { timeout: 120_000 }).toEqual([NEXT_ENTRY_VERSION]);
  await releaseNewer(server, NEXT_VERSION);
  await findNewer(ada.page);
  const reload = ada.page.getByRole('button', { name: 'Reload' });
  await Promise.all([ada.page.waitForEvent('load'), reload.click()]);
  await campaign.judge({ page: ada.page, fired: former + present.length });
});
