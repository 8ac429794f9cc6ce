import { daysBefore, localDay } from '../../src/domain/dates';
import { paths } from '../../src/paths';
import { ADA, BO, COLA, EAST, NORTH, SOUTH, WATER } from '../browser/fixture/fixtures';
import { faults } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { colourWord, expectColour, fact, openInApp, rgbOf } from './assertions';
import { expect, proves, test } from './specTest';

const DAY_MS = 86_400_000;

test('§2 dashboard', async ({ page, signedIn, network, fixture }) => {
  const today = localDay(new Date());
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const each = { lines: [{ quantity: 1 }], outcome: 'completed', at: ago(1) } as const;
  await fixture.visit(NORTH, { boxes: [0, 1, 2, 3], ...each });
  await fixture.visit(EAST, { boxes: [0], lines: [{ quantity: 4 }], outcome: 'partial', at: ago(2) });
  await fixture.visit(SOUTH, {
    by: BO,
    boxes: [0],
    lines: [{ item: WATER, quantity: 3, packaging: 'case' }],
    at: ago(3),
  });
  await fixture.visit(SOUTH, { outcome: 'no_access' });
  await fixture.visit(SOUTH, { outcome: 'skipped' });
  await fixture.visit(SOUTH, { outcome: 'other' });
  await signedIn(ADA);

  await page.goto(paths.dashboard({ done: 'delivery' }));
  await proves('S2.dashboard.1', () => expect(page.getByText('Delivery recorded ✅', { exact: true })).toBeVisible());
  await proves(['S2.dashboard.9', 'S9.6'], async () => {
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(daysBefore(today, 29));
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(today);
  });
  await proves(['S2.dashboard.7', 'S9.17'], async () => {
    await expect(fact(page, 'Total')).toHaveText('$60.97');
  });
  await proves(['S2.dashboard.8', 'S9.7'], async () => {
    const charts = ['Top Items', 'Rep Performance', 'Visit Outcomes'] as const;
    for (const title of charts) {
      const drawing = page
        .getByRole('img', { name: new RegExp(`^${title}`) })
        .locator('svg')
        .first();
      await expect(drawing).toHaveAttribute('height', '300');
    }
    const chart = (title: string) => page.getByRole('img', { name: new RegExp(`^${title}`) });
    await expect(chart('Top Items').locator('rect[focusable]')).toHaveCount(2);
    await expect(chart('Top Items')).toContainText(COLA.name);
    await expect(chart('Top Items')).toContainText('8');
    await chart('Top Items').locator('rect[focusable]').last().hover();
    await expect(chart('Top Items')).toContainText(`${COLA.name}: 8`);
    await expect(chart('Rep Performance')).toContainText(ADA.name);
    await expect(chart('Rep Performance')).toContainText('$50.97');
  });
  await proves(['S9.19', 'S4.20', 'S4.22'], async () => {
    const slices = page.getByRole('img', { name: /^Visit Outcomes/ }).locator('svg path[fill]');
    const words = await slices.evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
    expect(words.map((fill) => colourWord(rgbOf(fill)))).toEqual(['green', 'amber', 'brown', 'orange', 'grey']);
    await page.getByText('Visit Outcomes as a table').click();
    const table = page.getByRole('table', { name: 'Visit Outcomes' });
    for (const [outcome, word] of [
      ['completed', 'green'],
      ['partial', 'amber'],
      ['no access', 'brown'],
      ['skipped', 'orange'],
      ['other', 'grey'],
    ] as const) {
      await expectColour(table.getByText(outcome, { exact: true }), word);
    }
  });
  await proves(['S3.11', 'S2.dashboard.5'], async () => {
    await page.getByText('Top Items as a table').click();
    const items = page.getByRole('table', { name: 'Top Items' }).getByRole('row');
    await expect(items.nth(1)).toHaveText(/Cola\s*8\s*\$10\.00/);
    await page.getByText('Rep Performance as a table').click();
    const reps = page.getByRole('table', { name: 'Rep Performance' }).getByRole('row');
    await expect(reps.nth(1)).toContainText('$50.97');
    await expect(page.getByLabel('From', { exact: true })).toHaveAttribute('type', 'date');
    await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('type', 'date');
    await page.getByLabel('Location', { exact: true }).selectOption({ label: SOUTH.name });
    await expect(fact(page, 'Total')).toHaveText('$50.97');
    await page.getByLabel('To', { exact: true }).fill(daysBefore(today, 4));
    await expect(fact(page, 'Total')).toHaveText('$0.00');
    await page.getByLabel('From', { exact: true }).fill(daysBefore(today, 5));
    const seen = await network.sees(
      (request) => ofCall('getItemsUsage')(request) && request.url.includes(daysBefore(today, 5)),
    );
    expect(seen.url).toContain(`location=${fixture.locationId(SOUTH)}`);
  });
  await proves('S2.dashboard.6', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(daysBefore(today, 29));
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(today);
    await expect(page.getByLabel('Location', { exact: true })).toHaveValue('');
    await expect(fact(page, 'Total')).toHaveText('$60.97');
  });
  await proves('S2.dashboard.2', async () => {
    await openInApp(page, paths.dashboard({ done: 'visit' }));
    await expect(page.getByText('Visit submitted ✅', { exact: true })).toBeVisible();
    await expect(page.getByText('Delivery recorded ✅')).toHaveCount(0);
  });
  await proves(['S2.dashboard.4', 'S7.auth.6'], async () => {
    await expect(page.getByText('✅ Connected', { exact: true })).toBeVisible();
    await openInApp(page, paths.locations());
    network.meet(ofCall('getHealth'), faults.dropBefore);
    await openInApp(page, paths.dashboard());
    await expect(page.getByText('❌ Offline', { exact: true })).toBeVisible();
  });
});
