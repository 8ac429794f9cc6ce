import { paths } from '../../src/paths';
import { ADA, CLEO, NORTH } from '../browser/fixture/fixtures';
import { faults, refusal } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectRedText, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

const OFFLINE = 'Offline. Changes will be saved locally and synced when you reconnect.';
const REPORTS_OFFLINE = 'Offline: 1 change(s) queued. They’ll sync when you’re back online.';
const RENDER_FAILED = 'Something went wrong while rendering this page. Try going back, or reload.';

test('§2 global shell: header, navigation and menu of an admin', async ({ page, signedIn }) => {
  await page.goto(paths.login());
  const header = page.getByRole('banner');
  await proves('S2.shell.3', async () => {
    await header.getByRole('button', { name: 'Login' }).click();
    await expectAddress(page, paths.login());
    await expect(header.getByRole('navigation')).toHaveCount(0);
    await expect(header.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  });
  await signedIn(CLEO);
  await page.goto(paths.items());
  const links = header.getByRole('navigation').getByRole('link');
  await proves('S2.shell.2', async () => {
    await expect(links.first()).toBeVisible();
    await expect(header.getByText(`Hi, ${CLEO.name}`)).toBeVisible();
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Login' })).toHaveCount(0);
  });
  await proves(['S2.shell.6', 'S6.3'], async () => {
    await expect(links).toHaveText(['Items', 'Reports', 'Locations', 'Boxes', 'Deliveries', 'Users', 'New Location']);
    for (const [name, url] of [
      ['Reports', paths.reports()],
      ['Locations', paths.locations()],
      ['Boxes', paths.boxes()],
      ['Deliveries', paths.deliveries()],
      ['Users', paths.users()],
      ['New Location', paths.newLocation()],
      ['Items', paths.items()],
    ] as const) {
      await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await expectAddress(page, url);
    }
  });
  await proves('S2.shell.1', async () => {
    await header.getByRole('link', { name: 'Field Sales' }).click();
    await expectAddress(page, paths.dashboard());
    await expect(header.getByRole('link', { name: 'Field Sales' }).locator('img')).toBeVisible();
  });
  await page.setViewportSize({ width: 800, height: 900 });
  const toggle = header.getByRole('button', { name: /menu/ });
  await proves('S2.shell.4', async () => {
    await expect(links.first()).toBeHidden();
    await toggle.click();
    await expect(links.first()).toBeVisible();
    await toggle.click();
    await expect(links.first()).toBeHidden();
  });
  await proves(['S2.shell.5', 'S9.15'], async () => {
    await toggle.click();
    await links.filter({ hasText: 'Reports' }).click();
    await expectAddress(page, paths.reports());
    await expect(links.first()).toBeHidden();
    await toggle.click();
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await page.setViewportSize({ width: 1025, height: 900 });
    await expect(toggle).toBeHidden();
    // The browser tells the page of the width with the next frame.
    const hidden = page.getByRole('banner').getByRole('button', { name: /menu/, includeHidden: true });
    await expect(hidden).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(links.first()).toBeHidden();
  });
});

test('§2 global shell: what a rep is led to, and the start of a session', async ({ page, signedIn, network }) => {
  await proves(['S2.shell.13', 'S6.9'], async () => {
    for (const url of [paths.dashboard(), paths.locations(), paths.deliveries(), paths.items()]) {
      await page.goto(url);
      await expectAddress(page, paths.login());
    }
  });
  await signedIn(ADA);
  await proves(['S2.shell.12', 'S4.1', 'S4.2'], async () => {
    const check = network.meet(ofCall('getMe'), faults.hang, { times: 1 });
    await page.goto(paths.locations());
    await expect(page.getByText('Checking auth…', { exact: true })).toBeVisible();
    await expect.poll(() => check.met).toBe(1);
    await page.goto(paths.locations());
    await expect(page.getByText(`Hi, ${ADA.name}`)).toBeVisible();
    await expect(page.getByText('Checking auth…')).toHaveCount(0);
  });
  await proves('S2.shell.7', async () => {
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(['Locations', 'Deliveries']);
  });
});

test('§2 global shell: the banner', async ({ page, signedIn, signal, ada, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.newDelivery());
  await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: NORTH.name });
  await expect(page.getByRole('combobox', { name: 'Box' })).toContainText('Box 1 (S)');
  // The screens of this walk are fetched while there is a signal.
  for (const url of [paths.reports(), paths.dashboard(), paths.newDelivery()]) await openInApp(page, url);
  await proves('S2.shell.10', async () => {
    await expect(page.getByText(OFFLINE)).toHaveCount(0);
    await expect(page.getByText(/^Synced/)).toHaveCount(0);
  });
  const deliver = async (box: string) => {
    await openInApp(page, paths.newDelivery());
    await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: NORTH.name });
    await page.getByRole('combobox', { name: 'Box' }).selectOption({ label: box });
    await ada.addItem({ item: 'Cola', packaging: 'each', quantity: 1 });
    await page.getByRole('button', { name: 'Submit box' }).click();
    await expectAddress(page, paths.dashboard({ queued: '1' }));
  };
  await signal.lose();
  await proves(['S2.shell.8', 'S4.6'], () => expect(page.getByText(OFFLINE, { exact: true })).toBeVisible());
  await proves(['S2.shell.11', 'S2.reports.3'], async () => {
    await proves('S2.dashboard.3', async () => {
      await deliver('Box 1 (S)');
      await page.getByRole('button', { name: /^Dismiss: No connection/ }).click();
      await expect(page.getByText('Saved on this device. It will be sent when you are back online.')).toBeVisible();
    });
    await openInApp(page, paths.reports());
    await expect(page.getByText(REPORTS_OFFLINE, { exact: true })).toBeVisible();
    await expect(page.getByText(OFFLINE)).toHaveCount(0);
    await signal.regain();
    await expect(page.getByText('Synced 1 queued change(s).', { exact: true })).toBeVisible();
  });
  await proves(['S2.shell.9', 'S4.10'], async () => {
    await signal.lose();
    await deliver('Box 2 (M)');
    await deliver('Box 3 (L)');
    network.meet(ofCall('createDelivery'), refusal(400, 'Not this one.'), { skip: 1 });
    await signal.regain();
    const line = page.getByRole('status').filter({ hasText: 'Synced.' });
    await expect(line.getByText(/^Synced\. Pushed 1 queued change\(s\)\.\s*Remaining: 1$/)).toBeVisible();
    // What is left was refused: the same line leads to it.
    await expect(line.getByRole('link', { name: '1 not sent. See why' })).toBeVisible();
  });
});

test.describe('§2 global shell', () => {
  test.use({ expectedComplaints: [/Unable to preload|dynamically imported module/] });

  test('a page that fails to render', async ({ page, signedIn, network }) => {
    await signedIn(ADA);
    await page.goto(paths.locations());
    await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
    await proves('S2.shell.14', async () => {
      // The code of the next screen can't be fetched: rendering it throws.
      network.meet(({ url }) => url.startsWith('/assets/'), faults.dropBefore);
      await page.getByRole('banner').getByRole('link', { name: 'Deliveries' }).click();
      await expectRedText(page, RENDER_FAILED);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Locations' })).toBeVisible();
    });
  });
});
