import type { Page } from '@playwright/test';
import { paths } from '../../src/paths';
import { expectContrast, measureContrast } from '../browser/contrast';
import { ADA, CLEO, EAST } from '../browser/fixture/fixtures';
import { colas } from '../browser/fixture/lineFixtures';
import { isWrite } from '../browser/proxy/seenRequests';
import { openInApp } from './assertions';
import { expect, test } from './specTest';

/** Text is read against what is rendered behind it, in both themes, at rest, under a pointer and in focus. */

const ALL_BUT_BODY_TEXT = 4.5;

test('contrast is measured after everything half transparent is laid over what is behind it', async ({ page }) => {
  await page.setContent(`
    <body style="background: white">
      <p style="color: rgb(118 118 118)">grey on white</p>
      <div style="background: black"><p style="color: white; background: rgb(255 255 255 / 60%)">white on light grey</p></div>
      <div style="opacity: 0.5; color: black">half black</div>
      <p style="color: oklch(0 0 0)">black</p>
      <span style="position: absolute; width: 1px; overflow: hidden">for screen readers</span>
    </body>`);
  const measured = await measureContrast(page.locator('body'));
  expect(measured.map(({ text, ratio }) => [text, ratio.toFixed(2)])).toEqual([
    ['grey on white', '4.54'],
    ['white on light grey', '2.85'],
    ['half black', '3.98'],
    ['black', '21.00'],
  ]);
  await expect(expectContrast(page.getByText('grey on white'), 4.6)).rejects.toThrow('grey on white: 4.54');
});

/** Every link and button on the page, in notices and outside, in each state a pointer or a key can put it. */
async function expectReadableControls(page: Page): Promise<string[]> {
  const controls = page.getByRole('link').or(page.getByRole('button'));
  const measured = await expectContrast(controls, ALL_BUT_BODY_TEXT);
  // The skip link is on the screen only while it has the focus.
  for (const control of await controls.filter({ hasNotText: 'Skip to content' }).all()) {
    if (await control.isDisabled()) continue;
    await control.hover();
    await expectContrast(control, ALL_BUT_BODY_TEXT);
    await control.focus();
    await expectContrast(control, ALL_BUT_BODY_TEXT);
  }
  return measured.map(({ text }) => text);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`links and buttons, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('can be read in notices after an offline save, and after a refusal', async ({
      ada,
      page,
      network,
      fixture,
    }) => {
      await ada.signIn(ADA);
      const visit = await ada.openVisit(EAST.name);
      const broken = network.meet(isWrite, { kind: 'dropBefore' });
      await ada.openBox('Box 1');
      for (const line of [...colas(2), ...colas(3)]) await ada.addItem(line);
      await page.getByRole('button', { name: 'Remove' }).first().click();
      expect(await expectReadableControls(page)).toContain('Undo');

      await page.getByRole('button', { name: 'Submit box' }).click();
      await expect(page.getByRole('link', { name: 'Back to visit' })).toBeVisible();
      expect(await expectReadableControls(page)).toContain('Back to visit');

      await (await fixture.apiClient(CLEO)).post(`/visits/${visit}/submit`, { outcome: 'partial', note: '' });
      broken.remove();
      await openInApp(page, paths.outbox());
      await page.getByRole('button', { name: 'Sync now' }).click();
      await expect(page.getByText('not sent', { exact: true })).toBeVisible();
      expect(await expectReadableControls(page)).toContain('Edit');
      await openInApp(page, paths.deliveries());
      await expect(page.getByRole('link', { name: 'Outbox' })).toBeVisible();
      await expectReadableControls(page);

      await page.goto(`${paths.locations()}?record=1`);
      await expect(page.getByRole('link', { name: 'Stop it' })).toBeVisible();
      expect(await expectReadableControls(page)).toContain('Stop it');
    });
  });
}
