import type { Page } from '@playwright/test';
import { ENTRY_VERSION } from '../../../src/offline/storage/entryMigrations';
import { paths } from '../../../src/paths';
import { expectDraftOnDisk } from '../device/cacheRecords';
import { readRecords } from '../device/queueRecords';
import { ADA, EAST, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { SENT_VISIT_LOCAL_ID, storeFormerProfile } from '../fixture/formerProfile';
import { NEXT_ENTRY_VERSION, NEXT_VERSION } from '../fixture/newerBuild';
import { findNewer, releaseNewer } from '../fixture/release';
import { faults } from '../proxy/faults';
import { isWrite } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { rep } from '../rep/rep';
import { killTab } from '../tabs';
import { covers } from './covers';

const PROMPT = 'A new version is ready.';

const versionsOnDisk = async (page: Page) =>
  (await readRecords(page, 'entries')).map(({ v }) => Number(v)).sort((a, b) => a - b);

test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

test('new version with a full queue and a half-filled form: it waits for the user’s consent, and nothing is lost', {
  tag: '@full',
  ...covers('enketo PR#1584', 'vite#11804'),
}, async ({ ada, network, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  network.meet(isWrite, faults.dropBefore);
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(4));
  await releaseNewer(server, NEXT_VERSION);
  await findNewer(ada.page);
  // Workbox reports a waiting worker after 200 ms.
  await ada.page.waitForTimeout(1_000);
  await expect(ada.page.getByText(PROMPT)).toHaveCount(0);
  await expect(ada.page.getByLabel('Cola quantity')).toHaveValue('4');
  expect(await ada.submitBox()).toBe('saved locally');

  await expect(ada.page.getByText(PROMPT)).toBeVisible();
  await Promise.all([ada.page.waitForEvent('load'), ada.page.getByRole('button', { name: 'Reload' }).click()]);
  await expectWaiting(ada.page, 4);
  expect(await ada.deliver(NORTH.name, 'Box 2', colas(5))).toBe('saved locally');
  expect(await versionsOnDisk(ada.page)).toEqual([
    ...Array.from({ length: 4 }, () => ENTRY_VERSION),
    NEXT_ENTRY_VERSION,
  ]);
  network.heal();
  await ada.page.reload();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([1, 2, 3, 4, 5]);
});

test('a profile opened by a newer build: what waited before is sent, and what was typed is still there', {
  tag: '@full',
  ...covers('redux-persist#1105'),
}, async ({ ada, context, network, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  network.meet(isWrite, faults.dropBefore);
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(4));
  await expectDraftOnDisk(ada.page, '"quantity":4');
  await killTab(ada.page);
  await releaseNewer(server, NEXT_VERSION);
  const first = await context.newPage();
  await first.goto(paths.login());
  await findNewer(first);
  await first.close();

  const newer = rep(await context.newPage());
  await newer.page.goto(paths.newDelivery());
  await newer.page.getByRole('button', { name: 'Restore' }).click();
  await expect(newer.page.getByLabel('Cola quantity')).toHaveValue('4');
  expect(await newer.submitBox()).toBe('saved locally');
  expect(await versionsOnDisk(newer.page)).toEqual([
    ...Array.from({ length: 3 }, () => ENTRY_VERSION),
    NEXT_ENTRY_VERSION,
  ]);
  network.heal();
  await newer.page.reload();
  await expectWaiting(newer.page, 0);
  expect(colasIn(await server.serverState())).toEqual([1, 2, 3, 4]);
});

test('a profile of the former build opens with nothing lost: queue, id map, caches and draft', {
  tag: '@full',
}, async ({ ada, context, server }) => {
  await ada.signIn(ADA);
  const sentVisitId = await ada.openVisit(EAST.name);
  await ada.page.close();
  const { page, ...opened } = rep(await context.newPage());
  await storeFormerProfile(page, sentVisitId);
  await page.goto(paths.visit(SENT_VISIT_LOCAL_ID));
  await page.waitForURL((url) => url.pathname === paths.visit(sentVisitId));
  await expectWaiting(page, 0);

  const { visits } = await server.serverState();
  const sent = visits.find(({ store }) => store === NORTH.name);
  expect(sent).toMatchObject({ rep: ADA.name, outcome: 'partial', note: 'Shelves are full' });
  expect(sent?.deliveries.map(({ box, lines }) => [box, lines[0]?.quantity])).toEqual([
    ['Box 1', 1],
    ['Box 2', 2],
  ]);
  expect(visits).toHaveLength(2);

  await page.goto(paths.newDelivery());
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Cola quantity')).toHaveValue('4');
  expect(await opened.submitBox()).toBe('sent');
  expect(colasIn(await server.serverState())).toEqual([1, 2, 4]);
});
