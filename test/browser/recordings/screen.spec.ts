import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { RecordedEvent } from '../../../src/recording/core/events';
import { readRecording } from '../../../src/recording/core/readRecording';
import { paths } from '../../../src/paths';
import { expectNoAxeViolations } from '../axe';
import { ADA, BO, CLEO } from '../fixture/fixtures';
import { expect, test } from '../fixture/fixtureTest';
import { isApi, isSyncReport } from '../proxy/seenRequests';
import { startRecording, stopRecording } from './recorder';

const FILE = 'test/unit/recording/fixtures/visitStartedOffline.json';
const LIBRARY_TEXT = readFileSync(FILE, 'utf8');
const library = readRecording(LIBRARY_TEXT);
const events: RecordedEvent[] = library.ok ? library.recording.runs.flatMap((run) => run.events) : [];
const numbersOf = (type: string) =>
  events.flatMap((event) => (event.kind === 'action' && event.action.type === type ? [event.n] : []));

const RECORDER_FILE = /liveRecorder-.*\.js$/;
const beingRecorded = (page: Page) => page.getByText('This tab is being recorded.');
const importFile = (page: Page, name: string, text: string) =>
  page.getByLabel('Recording file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('the recorder is neither loaded nor stored until a user starts it; a recording survives reloads until it is stopped', async ({
  ada,
  network,
  page,
}) => {
  await ada.signIn(ADA);
  await page.goto(paths.locations());
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(beingRecorded(page)).toHaveCount(0);
  expect(await databases(page)).not.toContain('field-sales-recordings');
  // The worker fetches every file beforehand; the page itself has not.
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect((await loaded()).filter((name) => RECORDER_FILE.test(name))).toEqual([]);

  await page.goto(`${paths.locations()}?record=1`);
  await expect(beingRecorded(page)).toBeVisible();
  expect((await loaded()).filter((name) => RECORDER_FILE.test(name))).toHaveLength(1);
  await expect(page).toHaveURL(`${network.url}${paths.locations()}`);
  await page.reload();
  await expect(beingRecorded(page)).toBeVisible();
  const text = await stopRecording(page);
  const read = readRecording(text);
  if (!read.ok) throw new Error(read.reason);
  expect(read.recording.runs.map(({ route }) => route)).toEqual([
    paths.locations(),
    paths.locations(),
    paths.recordings(),
  ]);
  expect(read.recording.stoppedAt).not.toBeNull();
  expect(text).not.toContain(ADA.name);

  await page.goto(paths.locations());
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(beingRecorded(page)).toHaveCount(0);
});

test('a tab that is duplicated while it is recorded makes a recording of its own', async ({ ada, context, page }) => {
  await ada.signIn(ADA);
  await startRecording(page, 'Twice');
  // The browser gives the new tab a copy of what this one remembers.
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(window.location.href)),
  ]);
  await expect(other.getByRole('button', { name: 'Stop recording' })).toBeVisible();
  const texts = [await stopRecording(page), await stopRecording(other)];
  const tabs = texts.map((text) => {
    const read = readRecording(text);
    return read.ok ? read.recording.runs.map(({ tab }) => tab) : [read.reason];
  });
  expect(new Set(tabs.flat()).size).toBe(tabs.flat().length);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveCount(2);
});

test('people find their own recordings, an administrator all of this device', async ({ ada, page }) => {
  await ada.signIn(ADA);
  await startRecording(page, 'Of Ada');
  await stopRecording(page);
  const opened = page.getByRole('link', { name: 'Open', exact: true });
  await opened.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Of Ada' })).toBeVisible();
  const url = page.url();
  await ada.signOut();

  await ada.signIn(BO);
  await page.goto(paths.recordings());
  await expect(page.getByText('No recordings on this device.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(url);
  await expect(page.getByText('There is no such recording of yours on this device.')).toBeVisible();
  await ada.signOut();

  await ada.signIn(CLEO);
  await page.goto(paths.recordings());
  await opened.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Of Ada' })).toBeVisible();
  await page.goto(paths.recordings());
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No recordings on this device.')).toBeVisible();
});

test('a file that is cut, foreign or of another user is refused with the reason', async ({ ada, page }) => {
  await ada.signIn(ADA);
  await page.goto(paths.recordings());
  await importFile(page, 'cut.json', LIBRARY_TEXT.slice(0, 5_000));
  await expect(page.getByRole('alert').filter({ hasText: 'cut.json was not imported. The file is cut' })).toBeVisible();
  await importFile(page, 'foreign.json', '{"hello":1}');
  await expect(page.getByText('foreign.json was not imported. The file is no recording of this app.')).toBeVisible();
  await importFile(page, 'other.json', LIBRARY_TEXT);
  await expect(page.getByText('other.json was not imported. Another user made this recording.')).toBeVisible();
  await expect(page.getByText('No recordings on this device.')).toBeVisible();
});

test('a recording is stepped through, the screen follows, and no request is sent', async ({
  ada,
  network,
  page,
  server,
}) => {
  await ada.signIn(CLEO);
  await page.goto(paths.recordings());
  await importFile(page, 'visit.json', LIBRARY_TEXT);
  await expect(page.getByText('visit.json was imported.')).toBeVisible();
  await expectNoAxeViolations(page);
  // From now on the app fetches nothing by itself.
  await expect(page.getByText(/Ready offline · \d+ location/).first()).toBeAttached();
  const seenBefore = network.seen.length;
  await page.getByRole('link', { name: 'Open', exact: true }).click();

  const last = Math.max(...events.map((event) => (event.kind === 'action' ? event.n : 0)));
  const step = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const expectAt = (n: number) => expect(page.getByText(`Action ${n} of ${last}`)).toBeVisible();
  const stage = page.getByRole('region', { name: /^The screen after action/ });
  await expectAt(1);
  await step('Forward one action');
  await expectAt(2);
  await step('Back one action');
  await expectAt(1);
  await expect(page.getByRole('button', { name: 'Back one action' })).toBeDisabled();
  await step('Last action');
  await expectAt(last);
  await expect(stage.getByText(paths.recordings(), { exact: true })).toBeVisible();

  const [, queued = 0] = numbersOf('queue/entryQueued');
  await page.getByRole('slider', { name: 'Action' }).fill(String(queued));
  await expectAt(queued);
  await expect(stage.getByText('Offline. Changes will be saved locally')).toBeVisible();
  await expect(stage.getByText('2 waiting')).toBeAttached();
  await expectNoAxeViolations(page);
  // The list shows the actions around the present one.
  const [, sent = 0] = numbersOf('queue/entryReplayed');
  await page.getByRole('slider', { name: 'Action' }).fill(String(sent - 2));
  await expectAt(sent - 2);
  await page
    .getByRole('list', { name: 'Actions' })
    .getByRole('button', { name: new RegExp(`^${sent}\\b`) })
    .click();
  await expectAt(sent);
  await expect(stage.getByText(/\d waiting/)).toHaveCount(0);
  await page.getByRole('slider', { name: 'Action' }).press('ArrowLeft');
  await expectAt(sent - 1);
  await expect(stage.getByText('1 waiting')).toBeAttached();

  // The shown screens take no press, and what they would ask for on their own ends here.
  await expect(stage.locator('[inert]')).toHaveCount(1);
  await expect(page.getByRole('banner').first()).not.toContainText('waiting');
  expect(network.seen.slice(seenBefore).filter((request) => isApi(request) && !isSyncReport(request))).toEqual([]);
  expect(await server.serverState()).toEqual({ visits: [], loose: [] });
});
