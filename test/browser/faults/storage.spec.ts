import { ENTRY_VERSION } from '../../../src/offline/storage/entryMigrations';
import { messages } from '../../../src/domain/messages';
import { paths } from '../../../src/paths';
import { readRecords, writeRecords } from '../device/queueRecords';
import { closeDatabases, fillQuota, watchDatabases } from '../device/storage';
import { ADA, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { covers } from './covers';

test('full disk at a save: never "Saved locally", the form stays, and with space again it is saved', {
  tag: '@full',
  ...covers('redux-persist#1104'),
}, async ({ ada, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(3));
  const giveSpace = await fillQuota(ada.page);
  await ada.page.getByRole('button', { name: 'Submit box' }).click();
  await expect(ada.page.getByText(messages.couldNotSave)).toBeVisible();
  await expect(ada.page.getByText(messages.savedLocally)).toHaveCount(0);
  await expect(ada.page.getByLabel('Cola quantity')).toHaveValue('3');
  await expectWaiting(ada.page, 0);

  await giveSpace();
  expect(await ada.submitBox()).toBe('saved locally');
  await signal.regain();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([3]);
});

test('full disk at the write of a cache: the app goes on, and the queue is untouched', {
  tag: '@full',
  ...covers('redux-persist#1104'),
}, async ({ ada, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.deliver(NORTH.name, 'Box 1', colas(1));
  const before = await readRecords(ada.page, 'entries');
  const giveSpace = await fillQuota(ada.page);
  await signal.regain();
  await ada.page.goto(paths.locations());
  await expect(ada.page.getByRole('article', { name: NORTH.name })).toBeVisible();
  await ada.page.reload();
  await expect(ada.page.getByRole('article', { name: NORTH.name })).toBeVisible();
  await expectWaiting(ada.page, 1);
  expect(await readRecords(ada.page, 'entries')).toEqual(before);

  await giveSpace();
  await ada.page.reload();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([1]);
});

test('a corrupt record is quarantined, reported and kept; the others are sent', {
  tag: '@full',
  ...covers('cht-core#11306'),
}, async ({ ada, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  const second = (await readRecords(ada.page, 'entries')).find((one) => JSON.stringify(one).includes('"quantity":2,'));
  const corrupt = { ...second, path: 17 };
  await writeRecords(ada.page, 'entries', [corrupt]);
  await ada.page.reload();
  await signal.regain();
  await expect.poll(async () => colasIn(await server.serverState())).toEqual([1, 3]);
  await ada.page.goto(paths.outbox());
  await expect(ada.page.getByText(/1 change could not be read/).first()).toBeVisible();
  expect(await readRecords(ada.page, 'quarantine')).toEqual([expect.objectContaining({ entry: corrupt })]);
});

test('a record of a newer version waits until the app is of that version', { tag: '@full' }, async ({
  ada,
  server,
  signal,
}) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  for (const mark of [1, 2]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  const [first] = await readRecords(ada.page, 'entries');
  const newer = { ...first, v: ENTRY_VERSION + 1 };
  await writeRecords(ada.page, 'entries', [newer]);
  await ada.page.reload();
  await signal.regain();
  await expect.poll(() => readRecords(ada.page, 'entries')).toEqual([newer]);
  expect(colasIn(await server.serverState())).toHaveLength(1);
  await ada.page.goto(paths.outbox());
  await expect(ada.page.getByText(/1 change made by a newer version of the app/)).toBeVisible();
});

test('the database closed under the app: it is opened again, and the change is saved', { tag: '@full' }, async ({
  ada,
  context,
  server,
  signal,
}) => {
  await watchDatabases(context);
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(3));
  expect(await closeDatabases(ada.page)).toBeGreaterThan(0);
  expect(await ada.submitBox()).toBe('saved locally');
  expect(await closeDatabases(ada.page)).toBeGreaterThan(0);
  await signal.regain();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([3]);
});

test('a database that never opens is reported with a way out, instead of an endless start', async ({ ada }) => {
  const { page } = ada;
  await page.clock.install();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.goto(paths.locations());
  await expect(page.getByText(messages.checkingAuth)).toBeVisible();
  await page.clock.runFor(15_000);
  await expect(page.getByRole('alert')).toContainText('The storage of this device does not respond.');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
