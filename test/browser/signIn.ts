import type { Page } from '@playwright/test';
import { paths } from '../../src/paths';
import { expect } from './appTest';
import type { Account } from './startServer';

/** The first demo account of a kind: `admin@example.com`, `rep@example.com`, as the server printed it. */
function demoAccount(kind: 'rep' | 'admin'): Account {
  const accounts = JSON.parse(process.env.APP_ACCOUNTS ?? '[]') as Account[];
  const account = accounts.find(({ email }) => email.startsWith(`${kind}@`));
  if (!account) throw new Error(`The server printed no demo account for a ${kind}: ${process.env.APP_ACCOUNTS}`);
  return account;
}

/** Signs in at the sign-in page, as a person does, and waits until the app has let them in. */
async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(new RegExp(paths.login()));
}

export const signInAs = (page: Page, kind: 'rep' | 'admin'): Promise<void> => signIn(page, demoAccount(kind));
