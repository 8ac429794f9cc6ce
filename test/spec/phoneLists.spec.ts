import { expectNoAxeViolations } from '../browser/axe';
import { ADA, CLEO, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { paths } from '../../src/paths';
import { expectAddress } from './assertions';
import { expect, test } from './specTest';

/** Lists on a phone: a row is two lines of at most 96 px, and leads on as a whole. */

const ROW_HEIGHT_MAX = 96;
const FIRST_ROW_TOP_MAX = 400;

test.use({ viewport: { width: 390, height: 844 } });

/** Runs in the page: where the rows of a table stand, in px. */
const rowsOf = (table: HTMLTableElement) =>
  [...(table.tBodies[0]?.rows ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top, height };
  });

test('Deliveries: the first row stands high, the filters open in place, a row leads to its visit', async ({
  page,
  signedIn,
  fixture,
}) => {
  const note = 'The manager asked for more tea, and for an earlier visit next week if that can be done at all';
  const visit = await fixture.visit(NORTH, { boxes: [0, 1], outcome: 'no_access', note });
  await fixture.delivery(SOUTH);
  await signedIn(ADA);
  await page.goto(paths.deliveries());
  const table = page.getByRole('table', { name: 'Deliveries by visit' });
  await expect(table.getByRole('row')).toHaveCount(3);
  const rows = await table.evaluate(rowsOf);
  expect(rows[0]?.top).toBeLessThan(FIRST_ROW_TOP_MAX);
  for (const { height } of rows) expect(height).toBeLessThanOrEqual(ROW_HEIGHT_MAX);
  await expectNoAxeViolations(page);
  const filters = page.getByRole('button', { name: 'All Locations · any date' });
  await filters.click();
  await page.getByRole('combobox', { name: 'Location', exact: true }).selectOption({ label: NORTH.name });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: `${NORTH.name} · any date` }).click();
  await table.getByText(NORTH.name, { exact: true }).click({ force: true });
  await expectAddress(page, paths.visitDetails(visit._id));
  await expect(page.getByRole('row').filter({ hasText: 'Box 1' })).toBeVisible();
  const details = await page.getByRole('table', { name: 'Deliveries of this visit' }).evaluate(rowsOf);
  for (const { height } of details) expect(height).toBeLessThanOrEqual(ROW_HEIGHT_MAX);
  await expectNoAxeViolations(page);
  await page.getByRole('row').filter({ hasText: 'Box 2' }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Delivery' })).toBeVisible();
});

test('Items, Boxes and Users: rows are low, and the toggles of a user stand in one line', async ({
  page,
  signedIn,
}) => {
  await signedIn(CLEO);
  for (const [url, name] of [
    [paths.items(), 'Items'],
    [paths.boxes(), 'Boxes of All Locations'],
    [paths.users(), 'Users'],
  ] as const) {
    await page.goto(url);
    const table = page.getByRole('table', { name });
    await expect(table).toBeVisible();
    for (const { height } of await table.evaluate(rowsOf)) expect(height).toBeLessThanOrEqual(ROW_HEIGHT_MAX);
    await expectNoAxeViolations(page);
  }
  const toggles = page.getByRole('row').nth(1).getByRole('checkbox');
  await expect(toggles).toHaveCount(3);
  const tops = await toggles.evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
