import { paths } from '../../src/paths';
import { expect, test } from './appTest';
import { expectNoAxeViolations } from './axe';
import { signInAs } from './signIn';

test('the sign-in page has its fields, and axe finds nothing', async ({ page }) => {
  await page.goto(paths.login());
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expectNoAxeViolations(page);
});

test('a signed-out person is sent to sign in first and then to the page they asked for', async ({ page }) => {
  await page.goto(paths.locations());
  await expect(page).toHaveURL(new RegExp(paths.login()));
  await signInAs(page, 'rep');
  await expect(page).toHaveURL(new RegExp(`${paths.locations()}$`));
  await expect(page.getByRole('button', { name: 'Start / Continue Visit' }).first()).toBeVisible();
});

test('a wrong password shows an error above the form', async ({ page }) => {
  await page.goto(paths.login());
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(paths.login()));
});
