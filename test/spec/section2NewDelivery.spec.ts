import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, EAST, NORTH, WATER } from '../browser/fixture/fixtures';
import { faults } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { alertSaying, expectAddress, expectAlert, expectColumns } from './assertions';
import { expect, proves, test } from './specTest';

test('§2 new delivery: of a visit', async ({ page, signedIn, fixture, network }) => {
  const visit = await fixture.visit(NORTH);
  await signedIn(CLEO);
  await page.goto(paths.newDelivery({ visit: visit._id, box: fixture.boxId(NORTH, 1) }));
  const location = page.getByRole('combobox', { name: 'Location' });
  const box = page.getByRole('combobox', { name: 'Box' });
  await proves('S2.newDelivery.2', async () => {
    await expect(location).toBeDisabled();
    await expect(location).toHaveValue(fixture.locationId(NORTH));
    await expect(box).toBeDisabled();
    await expect(box).toHaveValue(fixture.boxId(NORTH, 1));
  });
  const item = page.getByRole('combobox', { name: 'Item', exact: true });
  const packaging = page.getByRole('combobox', { name: 'Packaging' });
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  const add = page.getByRole('button', { name: 'Add item' });
  const lines = page.getByRole('table', { name: 'Lines' });
  await proves(['S2.newDelivery.1', 'S9.12', 'S5.5', 'S5.11'], async () => {
    await expect(page.getByRole('textbox', { name: 'Rep name' })).toHaveValue(ADA.name);
    await expect(page.getByRole('textbox', { name: 'Rep name' })).not.toBeEditable();
    await expect(page.getByRole('heading', { name: 'Add item' })).toBeVisible();
    await expect(packaging.getByRole('option')).toHaveText(['each', 'case']);
    await item.selectOption({ label: WATER.name });
    await expect(packaging).toHaveValue('case');
    await expect(quantity).toHaveAttribute('step', '0.01');
    await expect(page.getByText('$16.99 case')).toBeVisible();
    await packaging.selectOption('each');
    await expect(page.getByText('$0.80 each')).toBeVisible();
    await packaging.selectOption('case');
    await quantity.fill('2.25');
    await add.click();
    await item.selectOption({ label: COLA.name });
    await quantity.fill('3');
    await add.click();
    await expect(lines.getByRole('row')).toHaveCount(3);
    await expect(lines.getByRole('row').nth(1)).toContainText('$38.23');
    await lines.getByRole('row').nth(2).getByRole('button', { name: 'Remove' }).click();
    await expect(lines.getByRole('row')).toHaveCount(2);
  });
  await proves(['S2.newDelivery.3', 'S2.newDelivery.1', 'S7.deliveries.6', 'S3.8', 'S5.9', 'S9.13'], async () => {
    const held = network.hold(ofCall('createDelivery'));
    await page.getByRole('button', { name: 'Submit box' }).click();
    await expect(page.getByRole('button', { name: 'Submitting…' })).toBeDisabled();
    const sent = await network.sees(ofCall('createDelivery'));
    expect(JSON.parse(sent.body)).toEqual({
      repName: ADA.name,
      location: fixture.locationId(NORTH),
      box: fixture.boxId(NORTH, 1),
      lines: [{ item: fixture.itemId(WATER), quantity: 2.25, packaging: 'case' }],
      visit: visit._id,
    });
    held.letGo();
    await expectAddress(page, paths.visit(visit._id, { done: 'delivery' }));
  });
});

test('§2 new delivery: outside a visit', async ({ page, signedIn, fixture, network, ada }) => {
  await signedIn(ADA);
  await page.goto(paths.newDelivery());
  const submit = page.getByRole('button', { name: 'Submit box' });
  const location = page.getByRole('combobox', { name: 'Location' });
  const box = page.getByRole('combobox', { name: 'Box' });
  await proves('S2.newDelivery.1', async () => {
    await expect(page.getByRole('textbox', { name: 'Rep name' })).toBeEditable();
    await location.selectOption({ label: EAST.name });
    await expect(box.getByRole('option').filter({ hasText: 'Box' })).toContainText([
      'Box 1 (S)',
      'Box 2 (M)',
      'Box 3 (L)',
      'Box 4 (XL)',
    ]);
    await location.selectOption('');
  });
  const shown = (text: string) => page.getByText(text, { exact: true });
  await proves('S5.6', async () => {
    await submit.click();
    await expect(shown('Pick a location')).toBeVisible();
    await location.selectOption({ label: EAST.name });
    await submit.click();
    await expect(shown('Pick a box')).toBeVisible();
    await box.selectOption({ label: 'Box 2 (M)' });
    await submit.click();
    await expect(shown('Add at least one item')).toBeVisible();
  });
  const add = page.getByRole('button', { name: 'Add item' });
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await proves('S5.2', async () => {
    await add.click();
    await expect(shown('Pick an item')).toBeVisible();
  });
  await proves('S5.3', async () => {
    await page.getByRole('combobox', { name: 'Item', exact: true }).selectOption({ label: COLA.name });
    for (const wrong of ['0', '-1', '', '0.001']) {
      await quantity.fill(wrong);
      await add.click();
      await expect(shown('Enter a valid quantity')).toBeVisible();
    }
  });
  await proves('S5.4', async () => {
    await quantity.fill('1.5');
    await add.click();
    await expect(shown('Quantity for EACH must be a whole number.')).toBeVisible();
  });
  await proves('S5.5', async () => {
    await page.getByRole('combobox', { name: 'Packaging' }).selectOption('case');
    await add.click();
    const lines = page.getByRole('table', { name: 'Lines' });
    await expect(lines.getByRole('textbox', { name: `${COLA.name} quantity` })).toHaveValue('1.5');
    await expect(lines).toContainText('$20.25 at $13.50');
  });
  await proves(['S2.newDelivery.3', 'S5.10'], async () => {
    await ada.addItem({ item: COLA.name, packaging: 'each', quantity: 2 });
    await expectColumns(page.getByRole('table', { name: 'Lines' }), ['Item', 'Quantity', 'Line Total', 'Actions']);
    await submit.click();
    await expectAddress(page, paths.dashboard({ done: 'delivery' }));
    const sent = await network.sees(ofCall('createDelivery'));
    expect(Object.keys(JSON.parse(sent.body) as object).sort()).toEqual(['box', 'lines', 'location', 'repName']);
  });
  await proves('S2.newDelivery.2', async () => {
    await page.goto(paths.newDelivery({ box: fixture.boxId(EAST, 2) }));
    await expect(location).toBeDisabled();
    await expect(location).toHaveValue(fixture.locationId(EAST));
    await expect(box).toBeDisabled();
    await expect(box).toHaveValue(fixture.boxId(EAST, 2));
  });
  await proves(['S2.newDelivery.4', 'S8.28', 'S7.deliveries.7'], async () => {
    await ada.addItem({ item: COLA.name, packaging: 'each', quantity: 5 });
    network.meet(ofCall('createDelivery'), faults.dropBefore);
    await submit.click();
    await expectAddress(page, paths.dashboard({ queued: '1' }));
    await expectAlert(page, 'No connection. Saved locally and will sync when back online.');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await expect(alertSaying(page, 'No connection. Saved locally and will sync when back online.')).toBeVisible();
  });
});
