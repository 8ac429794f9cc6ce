import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { accountOf, openDevice, waitUntilReadyOffline } from './devices';
import { makeUnsent } from './makeUnsent';
import { startServerWith } from './dataSets';
import { prepareIds } from './screens';

/** `npm run pictures`: takes the pictures of README.md again. Fails when one is larger than it may be. */

const FOLDER = 'docs/pictures';
const BYTES_MAX = 120_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1100, height: 640 } };

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(800);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  const { size } = await stat(path);
  console.log(`${path}: ${Math.round(size / 1000)} kB`);
  if (size > BYTES_MAX) process.exitCode = 1;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

await mkdir(FOLDER, { recursive: true });
const server = await startServerWith('demo');
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const [rep, admin] = [accountOf(server, 'rep'), accountOf(server, 'admin')];
  const { openVisit, box } = await prepareIds(server.url, rep, admin);

  const phone = await openDevice(browser, server, rep, PHONE);
  await waitUntilReadyOffline(phone.page);
  await phone.page.goto(paths.newDelivery({ visit: openVisit, box }));
  await press(phone.page, 'Same as last time');
  await take(phone.page, 'order-pad');
  await phone.signal.lose();
  await press(phone.page, 'Submit box');
  await phone.page.getByRole('link', { name: 'Back to visit' }).waitFor();
  await take(phone.page, 'saved-locally');
  await phone.page.getByRole('link', { name: 'Back to visit' }).click();
  await phone.signal.regain();
  await makeUnsent(phone);
  await take(phone.page, 'outbox');
  await phone.close();

  const desk = await openDevice(browser, server, admin, DESK);
  await desk.page.goto(paths.dashboard());
  await desk.page
    .getByRole('img', { name: /Outcomes/ })
    .first()
    .waitFor();
  await take(desk.page, 'dashboard');
  await desk.page.goto(paths.recordings());
  await desk.page.getByLabel('Title').fill('Deliveries of one week');
  await press(desk.page, 'Start recording');
  await desk.page.getByRole('button', { name: 'Stop recording' }).waitFor();
  await desk.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Locations', exact: true })
    .click();
  await desk.page.getByRole('searchbox').fill('corner');
  await desk.page.waitForTimeout(1_000);
  await desk.page.goto(paths.recordings());
  await press(desk.page, 'Stop recording');
  await desk.page.getByRole('link', { name: 'Open' }).first().click();
  await desk.page
    .getByRole('button', { name: /^Dismiss/ })
    .first()
    .click();
  await press(desk.page, 'Last action');
  // The last actions are the way back to the recordings; before them the locations are searched.
  const isAtLocations = () => desk.page.getByText(paths.locations(), { exact: true }).first().isVisible();
  while (!(await isAtLocations())) await press(desk.page, 'Back one action');
  await take(desk.page, 'recording');
  await desk.close();
} finally {
  await browser.close();
  await server.remove();
}
