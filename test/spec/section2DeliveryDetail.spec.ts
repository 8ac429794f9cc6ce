import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, NORTH, TEA, WATER } from '../browser/fixture/fixtures';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectColour, expectColumns, fact, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

const LINES = [
  { item: COLA, quantity: 3, packaging: 'each' },
  { item: WATER, quantity: 1.5, packaging: 'case' },
];

test('§2 delivery detail, §2 edit delivery', async ({ page, signedIn, fixture, network }) => {
  const { deliveries } = await fixture.visit(NORTH, { boxes: [1], lines: LINES, outcome: 'partial', note: 'half' });
  const id = deliveries[0]?._id ?? '';
  await signedIn(CLEO);
  await page.goto(paths.locations());
  await openInApp(page, paths.delivery(id));
  const table = page.getByRole('table', { name: 'Lines' });
  await proves(['S2.delivery.1', 'S3.9', 'S3.3', 'S3.4', 'S7.deliveries.5'], async () => {
    await expect(fact(page, 'Date')).toContainText('Today');
    await expect(fact(page, 'Location')).toHaveText(/North Market\s*1 North St, Ames, IA 50010/);
    await expect(fact(page, 'Box')).toHaveText('Box 2 (M)');
    await expect(fact(page, 'Rep')).toHaveText(ADA.name);
    await expect(fact(page, 'Visit outcome')).toHaveText('partial');
    await expectColour(fact(page, 'Visit outcome').getByText('partial'), 'amber');
    await expect(fact(page, 'Visit note')).toHaveText('half');
    await expect(fact(page, 'Total')).toHaveText('$29.24');
    await expectColumns(table, ['Item', 'Packaging', 'Qty', 'Unit Price', 'Line Total']);
    await expect(table.getByRole('row').nth(1)).toHaveText(/Cola\s*each\s*3\s*\$1\.25\s*\$3\.75/);
    await expect(table.getByRole('row').nth(2)).toHaveText(/Water\s*case\s*1\.5\s*\$16\.99\s*\$25\.49/);
    await network.sees(ofCall('getDelivery'));
  });
  await proves('S2.delivery.2', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expectAddress(page, paths.locations());
  });
  await openInApp(page, paths.editDelivery(id));
  const line = page.getByRole('group', { name: /^Line \d$/ });
  const second = line.nth(1);
  await proves('S2.editDelivery.1', async () => {
    await expect(fact(page, 'Location')).toHaveText(NORTH.name);
    await expect(fact(page, 'Box')).toHaveText('Box 2 (M)');
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveCount(0);
  });
  await proves(['S2.editDelivery.2', 'S5.7', 'S9.14', 'S9.12'], async () => {
    await expect(line).toHaveCount(2);
    await expect(second.getByRole('combobox', { name: 'Item' })).toHaveValue(fixture.itemId(WATER));
    const quantity = second.getByRole('spinbutton', { name: 'Quantity' });
    await expect(quantity).toHaveValue('1.5');
    await expect(quantity).toHaveAttribute('type', 'number');
    await expect(quantity).toHaveAttribute('step', '0.01');
    await expect(quantity).toHaveAttribute('min', '0');
    await expect(second.locator('dd')).toHaveText(['$16.99', '$25.49']);
    await expect(second.locator('dd input')).toHaveCount(0);
    await quantity.fill('-1');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(second.getByText('Enter a valid quantity')).toBeVisible();
    await quantity.fill('1.5');
  });
  await proves(['S5.9', 'S5.10', 'S5.11', 'S9.13'], async () => {
    const packaging = second.getByLabel('Packaging');
    for (const [text, price] of [
      ['each', '$0.80'],
      ['big BOX', '$16.99'],
      ['packet', '$16.99'],
      ['showcase', '$16.99'],
      ['bottle', '$0.80'],
    ] as const) {
      await packaging.fill(text);
      await expect(second.locator('dd').first()).toHaveText(price);
    }
    await second.getByRole('combobox', { name: 'Item' }).selectOption({ label: TEA.name });
    await expect(second.locator('dd').first()).toHaveText('$2.33');
    await packaging.fill('box of 6');
    await expect(second.locator('dd')).toHaveText(['$12.35', '$18.53']);
  });
  const total = page.getByText(/^Total \$/);
  await proves(['S2.editDelivery.3', 'S5.8'], async () => {
    await expect(total).toHaveText('Total $22.28');
    await page.getByRole('button', { name: '+ Add line' }).click();
    await expect(line.nth(2).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('1');
    await expect(line.nth(2).getByLabel('Packaging')).toHaveValue('each');
    await line.nth(2).getByRole('combobox', { name: 'Item' }).selectOption({ label: COLA.name });
    await expect(total).toHaveText('Total $23.53');
    await line.nth(0).getByRole('button', { name: 'Remove' }).click();
    await expect(total).toHaveText('Total $19.78');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectAddress(page, paths.locations());
    await openInApp(page, paths.editDelivery(id));
    await expect(total).toHaveText('Total $29.24');
  });
  await proves(['S2.editDelivery.4', 'S7.deliveries.8', 'S7.deliveries.9', 'S4.23'], async () => {
    await line.nth(0).getByRole('spinbutton', { name: 'Quantity' }).fill('4');
    await line.nth(0).getByLabel('Packaging').fill('loose');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectAddress(page, paths.delivery(id, { from: 'edit' }));
    const sent = await network.sees(ofCall('updateDelivery'));
    expect(JSON.parse(sent.body)).toEqual({
      lines: [
        { item: fixture.itemId(COLA), quantity: 4, packaging: 'loose' },
        { item: fixture.itemId(WATER), quantity: 1.5, packaging: 'case' },
      ],
    });
  });
  await proves('S2.delivery.3', async () => {
    await expect(page.getByText('Delivery updated.', { exact: true })).toBeVisible();
    await expect(fact(page, 'Total')).toHaveText('$30.49');
  });
  await proves('S2.delivery.2', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await expectAddress(page, paths.deliveries());
  });
});

test('§2 delivery detail: the date of a delivery', async ({ page, signedIn, fixture, network }) => {
  const delivery = await fixture.delivery(NORTH);
  const response = (deliveredAt: string | null) => ({
    kind: 'response' as const,
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ ...delivery, deliveredAt, createdAt: '2025-03-04T10:11:00.000Z' }),
  });
  await signedIn(ADA);
  await proves(['S2.delivery.1', 'S9.18'], async () => {
    const first = network.meet(ofCall('getDelivery'), response('2025-03-02T08:09:00.000Z'));
    await page.goto(paths.delivery(delivery._id));
    await expect(fact(page, 'Date')).toContainText('2 Mar 2025 08:09');
    first.remove();
    network.meet(ofCall('getDelivery'), response(null));
    await page.reload();
    await expect(fact(page, 'Date')).toContainText('4 Mar 2025 10:11');
  });
});
