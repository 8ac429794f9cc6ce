import type { Locator, Page } from '@playwright/test';
import { localDay, daysBefore } from '../../../src/domain/dates';
import { paths } from '../../../src/paths';
import { expect } from '../appTest';

/** An admin at a page of the app, who knows the words on the screen. Each call begins at the list it needs. */
export interface Admin {
  /** Sets the price per piece of an item from tomorrow on, in dollars. */
  setPriceFromTomorrow(item: string, price: string): Promise<void>;
  deactivateItem(item: string): Promise<void>;
  /** Gives a user a one-time password and returns it as the screen shows it. */
  resetPassword(user: string): Promise<string>;
  /** Chooses a file of items and waits for its preview. */
  previewItems(csv: string): Promise<void>;
  /** Opens Sync and returns the card of a user's device. */
  deviceOf(user: string): Promise<Locator>;
}

export function adminAt(page: Page): Admin {
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function openItem(item: string): Promise<void> {
    await page.goto(paths.items());
    await page.getByRole('link', { name: item, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Item' })).toBeVisible();
  }

  return {
    async setPriceFromTomorrow(item, price) {
      await openItem(item);
      await button('New price').click();
      await expect(page.getByLabel('From')).toHaveValue(daysBefore(localDay(new Date()), -1));
      await page.getByLabel('Price per piece').fill(price);
      await button('Save price').click();
      await expect(page.getByText('Planned')).toBeVisible();
    },
    async deactivateItem(item) {
      await openItem(item);
      await button('Deactivate').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible();
    },
    async resetPassword(user) {
      await page.goto(paths.users());
      await page.getByRole('link', { name: user, exact: true }).click();
      await button('Reset password').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
      return (await page.getByRole('status').getByRole('code').textContent()) ?? '';
    },
    async previewItems(csv) {
      await page.goto(paths.items());
      await page.getByRole('link', { name: 'Import' }).click();
      const file = { name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('CSV file').setInputFiles(file);
      await expect(page.getByRole('heading', { name: 'What the file does' })).toBeVisible();
    },
    async deviceOf(user) {
      await page.goto(paths.sync());
      return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${user}`) }) });
    },
  };
}
