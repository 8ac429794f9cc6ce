import { importFolder } from '../../../src/server/import/importFolder';
import { IOWA_DAY_FOLDER, readDay } from '../../tools/replayDay/dayOnFile';
import { ADA } from '../fixture/fixtures';
import { expect, test } from '../fixture/fixtureTest';
import { deliveriesOf } from '../fixture/serverState';
import { boxRow, type Rep } from '../rep/rep';

/** A store with eight lines on the day, half of them whole packs. */
const STORE_NUMBER = '4318';

async function addBySku({ page }: Rep, sku: string, packaging: string, quantity: number): Promise<void> {
  const search = page.getByLabel('Find by name or SKU');
  await search.fill(sku);
  await search.press('Enter');
  await page.getByRole('combobox', { name: 'Packaging' }).selectOption(packaging);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
  await page.getByRole('button', { name: 'Add item' }).click();
}

test('one store of the real day, entered by the texts on the screen, is right to the cent', async ({ ada, server }) => {
  const options = { clock: () => new Date(), strict: false, sales: false, onProgress: () => undefined };
  await importFolder(server.db, IOWA_DAY_FOLDER, options);
  const { stores, figures } = readDay();
  const store = stores.find(({ storeNumber }) => storeNumber === STORE_NUMBER);
  if (!store) throw new Error(`No store ${STORE_NUMBER} on the day`);

  await ada.signIn(ADA);
  await ada.openVisit(store.name);
  const boxes = ['S', 'M', 'L', 'XL'].map((_, index) => `Box ${index + 1}`);
  for (const [turn, box] of boxes.entries()) {
    await ada.openBox(box);
    const sales = store.sales.filter((_, index) => index % boxes.length === turn);
    for (const { sku, packaging, quantity } of sales) await addBySku(ada, sku, packaging, quantity);
    expect(await ada.submitBox()).toBe('sent');
    await expect(boxRow(ada.page, box).getByText('refilled')).toBeVisible();
  }
  expect(await ada.submitVisit('completed', 'As in the file')).toBe('sent');

  const serverState = await server.serverState();
  const made = deliveriesOf(serverState);
  expect(serverState.visits.map(({ store: name, outcome }) => [name, outcome])).toEqual([[store.name, 'completed']]);
  expect(made.flatMap(({ lines }) => lines)).toHaveLength(store.sales.length);
  expect(made.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(figures.centsByStore.get(STORE_NUMBER));
});
