import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, NORTH, TEA, WATER } from '../browser/fixture/fixtures';
import { fact, openInApp } from './assertions';
import { expect, test } from './specTest';

/**
 * Line, delivery, visit, list, print and CSV agree to the cent, whatever the quantities. The cents expected here are
 * worked out in whole numbers: hundredths of a quantity times cents, rounded half up, then added.
 */

const PRICED = [
  { item: COLA, packaging: 'case', cents: 1350 },
  { item: COLA, packaging: 'loose', cents: 125 },
  { item: WATER, packaging: 'case', cents: 1699 },
  { item: TEA, packaging: 'box', cents: 1235 },
  { item: TEA, packaging: 'each', cents: 233 },
  // 1.11 × 0.05, and quantities that land on half a cent.
  { item: WATER, packaging: 'piece', cents: 80 },
] as const;

const lineCents = (hundredths: number, cents: number) => Math.floor((hundredths * cents + 50) / 100);
const dollars = (cents: number) =>
  `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`;

const byAmount = (a: number, b: number) => a - b;

const arbitraryLine = fc.record({
  hundredths: fc.oneof(fc.constantFrom(5, 111, 150, 333, 1005), fc.integer({ min: 1, max: 9_999 })),
  priced: fc.constantFrom(...PRICED),
});

test('a visit costs the same on every screen and in every file', async ({ page, signedIn, fixture }) => {
  const apiClient = await fixture.apiClient(CLEO);
  const visit = await fixture.visit(NORTH, { boxes: [0, 1, 2] });
  await signedIn(CLEO);
  const samples = fc.sample(fc.array(arbitraryLine, { minLength: 1, maxLength: 6 }), { numRuns: 3, seed: 20_261 });
  const totals: number[] = [];
  for (const [at, { _id }] of visit.deliveries.entries()) {
    const lines = samples[at] ?? [];
    const each = lines.map(({ hundredths, priced }) => lineCents(hundredths, priced.cents));
    totals.push(each.reduce((sum, cents) => sum + cents, 0));
    await apiClient.patch(`/deliveries/${_id}`, {
      lines: lines.map(({ hundredths, priced: { item, packaging } }) => ({
        item: fixture.itemId(item),
        quantity: hundredths / 100,
        packaging,
      })),
    });
    await (at === 0 ? page.goto(paths.delivery(_id)) : openInApp(page, paths.delivery(_id)));
    const rows = page.getByRole('table', { name: 'Lines' }).getByRole('row');
    await expect(rows).toHaveCount(lines.length + 1);
    for (const [line, cents] of each.entries()) await expect(rows.nth(line + 1)).toContainText(dollars(cents));
    await expect(fact(page, 'Total')).toHaveText(dollars(totals[at] ?? 0));
    await openInApp(page, paths.editDelivery(_id));
    await expect(page.getByText(/^Total \$/)).toHaveText(`Total ${dollars(totals[at] ?? 0)}`);
  }
  const whole = dollars(totals.reduce((sum, cents) => sum + cents, 0));

  await openInApp(page, paths.deliveries());
  await expect(page.getByText(/^Total on page/)).toHaveText(`Total on page: ${whole}`);
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(whole);
  await openInApp(page, paths.dashboard());
  await expect(fact(page, 'Total')).toHaveText(whole);
  await openInApp(page, paths.printVisit(visit._id));
  const printed = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(printed.filter({ hasText: 'Grand total' })).toContainText(whole);
  await openInApp(page, paths.visitDetails(visit._id));
  await expect(fact(page, 'Total')).toHaveText(whole);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Lines (CSV)' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  const centsOf = (amount: string | undefined) => Math.round(Number(amount) * 100);
  expect(dollars(sum(rows.map((row) => centsOf(row.LineTotal))))).toBe(whole);
  const byDelivery = new Map(rows.map((row) => [row.DeliveryId, centsOf(row.DeliveryTotal)]));
  expect([...byDelivery.values()].sort(byAmount)).toEqual([...totals].sort(byAmount));
  expect(ADA.name).toBe(rows[0]?.Rep);
});

test('1.11 × 0.05 comes to 6 cents', async ({ page, signedIn, fixture }) => {
  const apiClient = await fixture.apiClient(CLEO);
  const item = { name: 'Match', sku: 'M-1', packaging: 'each', unitsPerPack: 1, pricePerPack: 0.05, active: true };
  const { _id } = await apiClient.post<{ _id: string }>('/items', item);
  const delivery = await fixture.delivery(NORTH);
  await apiClient.patch(`/deliveries/${delivery._id}`, { lines: [{ item: _id, quantity: 1.11, packaging: 'loose' }] });
  await signedIn(ADA);
  await page.goto(paths.delivery(delivery._id));
  await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)).toHaveText(
    /1\.11\s*\$0\.05\s*\$0\.06/,
  );
  await expect(fact(page, 'Total')).toHaveText('$0.06');
});
