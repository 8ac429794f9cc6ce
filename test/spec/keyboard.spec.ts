import type { Page } from '@playwright/test';
import { screenMessages } from '../../src/domain/screenMessages';
import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, EAST } from '../browser/fixture/fixtures';
import { isWrite } from '../browser/proxy/seenRequests';
import { allScreens, type Screen } from './allScreens';
import { expectAddress, openInApp } from './assertions';
import { focusIsSeen, tabTo } from './keyboard';
import { expect, test } from './specTest';

/** Every route is usable by keyboard alone. */

async function reach(page: Page, { url, heading, action }: Screen): Promise<void> {
  await openInApp(page, url);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeFocused();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  if (action === null) return;
  await expect(page.getByRole(action.role, { name: action.name, exact: true }).first()).toBeVisible();
  await tabTo(page, action.role, action.name);
  expect(await focusIsSeen(page), `${url}: it can't be seen where the focus is`).toBe(true);
}

test('a navigation puts the focus on the heading; from there Tab leads to the primary action, and the focus is seen', async ({
  page,
  signedIn,
  fixture,
}) => {
  const screens = await allScreens(fixture);
  await signedIn(CLEO);
  await page.goto(paths.outbox());
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  for (const screen of screens) await test.step(screen.url, () => reach(page, screen));
});

test('the first Tab offers to skip the header, and Enter does', async ({ page, signedIn }) => {
  await signedIn(CLEO);
  await page.goto(paths.locations());
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search by name or address' })).toBeFocused();
});

test('Escape closes the menu of a phone and returns the focus to its button', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(CLEO);
  await page.goto(paths.locations());
  const toggle = page.getByRole('button', { name: 'Open menu' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', 'Users');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('a visit from sign-in to submit without a pointer', async ({ page, server }) => {
  const { keyboard } = page;
  await page.goto(paths.locations());
  await tabTo(page, 'textbox', 'Email');
  await keyboard.type(ADA.email);
  await keyboard.press('Tab');
  await keyboard.type(ADA.password);
  await keyboard.press('Enter');
  await expectAddress(page, paths.locations());
  await tabTo(page, 'searchbox', 'Search by name or address');
  await keyboard.type(EAST.name);
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, 'button', 'Start / Continue Visit');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(EAST.name);
  await tabTo(page, 'link', 'Refill this box');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Delivery');
  await tabTo(page, 'combobox', 'Item');
  await keyboard.type(COLA.name);
  await tabTo(page, 'button', 'Add item');
  await keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Lines' })).toContainText(COLA.name);
  await tabTo(page, 'button', 'Submit box');
  await keyboard.press('Enter');
  await expect(page.getByText(screenMessages.deliveryRecorded)).toBeVisible();
  await tabTo(page, 'radio', 'partial');
  await keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'partial' })).toBeChecked();
  await tabTo(page, 'textbox', 'Note');
  await keyboard.type('by keyboard');
  await tabTo(page, 'button', 'Submit Visit');
  await keyboard.press('Enter');
  await expectAddress(page, paths.dashboard({ done: 'visit' }));
  expect((await server.serverState()).visits).toMatchObject([
    { store: EAST.name, outcome: 'partial', note: 'by keyboard' },
  ]);
});

test('a dialog that is cancelled returns the focus to the button that opened it', async ({ ada, page, network }) => {
  await ada.signIn(ADA);
  network.meet(isWrite, { kind: 'dropBefore' });
  await ada.openVisit(EAST.name);
  await openInApp(page, paths.outbox());
  await tabTo(page, 'button', 'Discard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused();
});
