import { daysBefore, localDay } from '../../src/domain/dates';
import { paths } from '../../src/paths';
import { ADA, BO, CLEO, EAST, NORTH, SOUTH, WATER } from '../browser/fixture/fixtures';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectColour, expectColumns } from './assertions';
import { expect, proves, test } from './specTest';

const DAY_MS = 86_400_000;
const COLUMNS = ['Date', 'Rep', 'Location', '# Boxes', 'Details', 'Visit Outcome', 'Total'];

test('§2 deliveries list', async ({ page, signedIn, fixture, network }) => {
  const today = localDay(new Date());
  const visit = await fixture.visit(NORTH, { boxes: [0, 2], outcome: 'partial', note: 'came late' });
  await fixture.visit(EAST, { by: BO, boxes: [1], lines: [{ item: WATER, quantity: 2, packaging: 'case' }] });
  await fixture.delivery(SOUTH, { at: new Date(Date.now() - 5 * DAY_MS) });
  await signedIn(CLEO);
  await page.goto(paths.deliveries());
  const rows = page.getByRole('table').getByRole('row');
  await proves(['S2.deliveries.3', 'S3.7'], async () => {
    await expectColumns(page.getByRole('table'), COLUMNS);
    await expect(rows).toHaveCount(4);
    const row = rows.filter({ hasText: NORTH.name });
    await expect(row.getByRole('cell')).toHaveText([
      ADA.name,
      NORTH.name,
      '2',
      /Details/,
      /partial\s*came late/,
      '$5.00',
    ]);
    await expect(row.getByRole('rowheader')).toContainText('Today');
    await expectColour(row.getByText('partial', { exact: true }), 'amber');
    await expect(rows.filter({ hasText: SOUTH.name }).getByRole('cell').nth(3)).toHaveText('–');
    await row.getByRole('link', { name: 'Details' }).click();
    await expectAddress(page, paths.visitDetails(visit._id));
    await page.goBack();
  });
  await proves('S2.deliveries.2', () => expect(page.getByText(/^Total on page/)).toHaveText('Total on page: $41.48'));
  const rep = page.getByRole('combobox', { name: 'Rep', exact: true });
  const size = page.getByRole('combobox', { name: 'Page size' });
  const location = page.getByRole('combobox', { name: 'Location' });
  const from = page.getByLabel('From', { exact: true });
  const to = page.getByLabel('To', { exact: true });
  const name = page.getByLabel('Rep name contains');
  await proves(['S2.deliveries.1', 'S6.6', 'S7.deliveries.1', 'S9.3'], async () => {
    await expect(size.getByRole('option')).toHaveText(['10', '25', '50', '100']);
    await expect(size).toHaveValue('25');
    const first = await network.sees(ofCall('listDeliveries'));
    expect(new URL(first.url, 'http://any').searchParams.toString()).toBe('page=1&limit=25');
    await expect(rep.getByRole('option')).toHaveText([
      'All reps',
      `${ADA.name} (rep)`,
      `${BO.name} (rep)`,
      `${CLEO.name} (admin)`,
    ]);
    await rep.selectOption({ label: `${BO.name} (rep)` });
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(EAST.name);
    await network.sees(({ url }) => url.includes(`repId=${fixture.userId(BO)}`));
    await rep.selectOption({ label: 'All reps' });
    await location.selectOption({ label: NORTH.name });
    await expect(rows).toHaveCount(2);
    await network.sees(({ url }) => url.includes(`location=${fixture.locationId(NORTH)}`));
    await location.selectOption('');
    await name.fill('bo r');
    await expect(rows).toHaveCount(2);
    await network.sees(({ url }) => /repName=bo(\+|%20)r/.test(url));
    await name.fill('');
    await to.fill(daysBefore(today, 3));
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(SOUTH.name);
    await to.fill('');
    await from.fill(daysBefore(today, 3));
    await expect(rows).toHaveCount(3);
    await size.selectOption('10');
    await network.sees(({ url }) => url.includes('limit=10'));
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(rows).toHaveCount(4);
    await expect(from).toHaveValue('');
  });
  await proves('S2.deliveries.5', async () => {
    await name.fill('nobody at all');
    await expect(page.getByText('No deliveries found for the selected filters.', { exact: true })).toBeVisible();
  });
});

test('§2 deliveries list of a rep: pages', async ({ page, signedIn, fixture, network }) => {
  for (let made = 0; made < 12; made += 1) {
    await fixture.delivery(NORTH, { lines: [{ quantity: made + 1 }], at: new Date(Date.now() - made * 60_000) });
  }
  await signedIn(ADA);
  await page.goto(`${paths.deliveries()}?limit=10`);
  await proves(['S2.deliveries.4', 'S3.12', 'S7.deliveries.2'], async () => {
    await expect(page.getByText('Showing 10 of 12 results', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Showing 2 of 12 results', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Total on page/)).toHaveText('Total on page: $28.75');
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.getByRole('button', { name: 'Prev' }).click();
    await expect(page.getByText('Showing 10 of 12 results', { exact: true })).toBeVisible();
    await network.sees(({ url }) => url.includes('page=2') && url.includes('limit=10'));
  });
  await proves(['S2.deliveries.1', 'S6.7'], async () => {
    await expect(page.getByRole('combobox', { name: 'Rep', exact: true })).toHaveCount(0);
    await expect(page.getByText('All reps', { exact: true })).toBeVisible();
    await page.getByLabel('Rep name contains').fill('Bo');
    await expect(page.getByText('No deliveries found for the selected filters.')).toBeVisible();
    expect(network.seen.filter(ofCall('listUsers'))).toHaveLength(0);
  });
});
