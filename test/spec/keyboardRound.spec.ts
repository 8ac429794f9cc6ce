import { screenMessages } from '../../src/domain/screenMessages';
import { paths } from '../../src/paths';
import { ADA, COLA, NORTH, WATER } from '../browser/fixture/fixtures';
import { isWrite } from '../browser/proxy/seenRequests';
import { expectAddress, openInApp } from './assertions';
import { expectFocusKept, expectFocusRing, tabTo, tabToElement } from './keyboard';
import { expect, test } from './specTest';

/** A rep's whole round by keyboard alone: at every step the focus is somewhere, and its ring is drawn. */

const DAY_MS = 86_400_000;

test('a round from the sign-in to the outbox needs no pointer, and shows where the focus is', async ({
  page,
  network,
  server,
  fixture,
}) => {
  const at = new Date(Date.now() - DAY_MS);
  await fixture.visit(NORTH, { boxes: [0, 1, 2, 3], lines: [{ item: COLA, quantity: 5 }], outcome: 'completed', at });
  page.setDefaultTimeout(20_000);
  const { keyboard } = page;
  const press = async (key: string, step: string) => {
    await expectFocusRing(page, step);
    await keyboard.press(key);
    await expectFocusKept(page, `after ${step}`);
  };
  const visitHeading = page.getByRole('heading', { level: 1, name: NORTH.name });

  await test.step('sign in', async () => {
    await page.goto(paths.login());
    await tabTo(page, 'textbox', 'Email');
    await expectFocusRing(page, 'Email');
    await keyboard.type(ADA.email);
    await tabTo(page, 'textbox', 'Password');
    await keyboard.type(ADA.password);
    await tabTo(page, 'button', 'Sign in');
    await press('Enter', 'Sign in');
    await expectAddress(page, paths.dashboard());
    await expectFocusKept(page, 'the start page');
  });

  await test.step('start the visit', async () => {
    await tabTo(page, 'link', 'Go to locations');
    await press('Enter', 'Go to locations');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectFocusKept(page, 'Locations');
    await tabTo(page, 'searchbox', 'Search by name or address');
    await keyboard.type(NORTH.name);
    await expect(page.getByRole('article')).toHaveCount(1);
    await tabTo(page, 'button', 'Start / Continue Visit');
    await press('Enter', 'Start / Continue Visit');
    await expect(visitHeading).toBeVisible();
    await expectFocusKept(page, 'the visit');
  });

  await test.step('fill the first box as last time, with one more item and another quantity', async () => {
    await tabTo(page, 'link', 'Refill this box');
    await press('Enter', 'Refill this box');
    await expect(page.getByRole('heading', { level: 1, name: 'New Delivery' })).toBeVisible();
    await tabTo(page, 'button', 'Same as last time');
    await press('Enter', 'Same as last time');
    const lines = page.getByRole('table', { name: 'Lines' });
    await expect(lines).toContainText(COLA.name);
    await tabToElement(
      page,
      page.getByRole('list', { name: 'Items' }).getByRole('button', { name: WATER.name }),
      'row',
    );
    await press('Enter', 'the row of an item');
    await expect(lines).toContainText(WATER.name);
    await keyboard.press('Shift+Tab');
    await tabTo(page, 'textbox', `${COLA.name} quantity`);
    await expectFocusRing(page, 'the quantity');
    await keyboard.type('2');
    await press('Enter', 'the quantity');
    await expect(page.getByRole('textbox', { name: `${COLA.name} quantity` })).toHaveValue('2');
  });

  await test.step('one fewer down to the last one keeps the focus', async () => {
    const fewer = page.getByRole('row', { name: COLA.name }).getByRole('button', { name: 'One fewer' });
    await keyboard.press('Shift+Tab');
    await tabToElement(page, fewer, 'One fewer');
    await press('Enter', 'One fewer');
    await expect(page.getByRole('textbox', { name: `${COLA.name} quantity` })).toHaveValue('1');
    await expectFocusKept(page, 'One fewer at its end');
  });

  await test.step('remove a line and take it back', async () => {
    await tabTo(page, 'button', `Remove ${WATER.name}`);
    await press('Enter', 'Remove');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await press('Enter', 'Undo');
    await expect(page.getByRole('button', { name: `Remove ${WATER.name}` })).toBeFocused();
  });

  await test.step('submit the box, and fill the next one', async () => {
    await tabTo(page, 'button', 'Submit box');
    await press('Enter', 'Submit box');
    await expect(page.getByText(screenMessages.deliveryRecorded)).toBeVisible();
    const next = page.getByRole('link', { name: 'Refill this box' }).first();
    await expect(next, 'the next box takes the focus').toBeFocused();
    await press('Enter', 'the next box');
    await tabTo(page, 'button', 'Same as last time');
    await press('Enter', 'Same as last time');
    await tabTo(page, 'button', 'Submit box');
    await press('Enter', 'Submit box');
    await expect(page.getByText('2 of 4 boxes')).toBeVisible();
  });

  const dropped = network.meet(isWrite, { kind: 'dropBefore' });
  await test.step('submit the visit without a connection', async () => {
    await tabTo(page, 'radio', 'partial');
    await press('Space', 'the outcome');
    await tabTo(page, 'textbox', 'Note');
    await expectFocusRing(page, 'Note');
    await keyboard.type('by keyboard');
    await tabTo(page, 'button', 'Submit Visit');
    await press('Enter', 'Submit Visit');
    await expectAddress(page, paths.dashboard({ queued: '1' }));
    await expectFocusKept(page, 'the start page after a save');
  });

  await test.step('dismiss the alert', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await tabToElement(page, dismiss, 'Dismiss');
    await press('Enter', 'Dismiss');
    await expect(dismiss).toHaveCount(0);
    await expectFocusKept(page, 'a dismissed alert');
  });

  await test.step('a dialog keeps the focus inside, Escape closes it and returns the focus', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await tabTo(page, 'link', '1 waiting');
    await press('Enter', '1 waiting');
    await expectAddress(page, paths.outbox());
    await tabTo(page, 'button', 'Discard');
    await press('Enter', 'Discard');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let pressed = 0; pressed < 5; pressed += 1) {
      await keyboard.press('Tab');
      const inside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement === body || activeElement?.closest('dialog') !== null;
      });
      expect(inside, 'Tab stays in the dialog').toBe(true);
    }
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused();
  });

  await test.step('sync, and the focus is kept when its button goes away', async () => {
    await openInApp(page, paths.outbox());
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, 'button', 'Sync now');
    // Not before: the next automatic try would send the change, and the button would be gone.
    dropped.remove();
    await press('Enter', 'Sync now');
    await expect(page.getByRole('list', { name: 'Sent today' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync now' })).toHaveCount(0);
    await expectFocusKept(page, 'Sync now that is gone');
  });
  expect((await server.serverState()).visits).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ outcome: 'partial', note: 'by keyboard' })]),
  );
});
