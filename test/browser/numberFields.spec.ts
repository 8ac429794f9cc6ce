import { paths } from '../../src/paths';
import { ADA, CLEO } from './fixture/fixtures';
import { expect, test } from './fixture/fixtureTest';

test('a typed decimal comma is a decimal point in quantities and prices', async ({ ada, page }) => {
  const typeInto = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    return field.inputValue();
  };
  await ada.signIn(ADA);
  await page.goto(paths.newDelivery());
  expect(await typeInto('Quantity', '1,5')).toBe('1.5');
  await ada.signOut();
  await ada.signIn(CLEO);
  await page.goto(paths.newItem());
  expect(await typeInto('Price per pack', '12,50')).toBe('12.50');
});
