import { paths } from '../../src/paths';
import { ADA, CLEO, NORTH } from '../browser/fixture/fixtures';
import { expectAddress, expectColour, openInApp } from './assertions';
import type { RequirementId } from './requirements/requirements';
import { expect, proves, test } from './specTest';

type Row = readonly [id: RequirementId, address: string, heading: string];

const ADMIN_ROUTES: readonly Row[] = [
  ['S2.routes.15', paths.items(), 'Items'],
  ['S2.routes.16', paths.newItem(), 'New Item'],
  ['S2.routes.17', paths.users(), 'Users'],
  ['S2.routes.18', paths.newUser(), 'New User'],
  ['S2.routes.19', paths.newLocation(), 'New Location'],
];

test('§2 route table', async ({ page, signedIn, fixture }) => {
  const visit = await fixture.visit(NORTH, { boxes: [0] });
  const delivery = visit.deliveries[0]?._id ?? '';
  const rows: readonly Row[] = [
    ['S2.routes.2', paths.dashboard(), 'Dashboard'],
    ['S2.routes.3', paths.locations(), 'Locations'],
    ['S2.routes.4', paths.boxes(), 'All Locations'],
    ['S2.routes.5', paths.deliveries(), 'Deliveries'],
    ['S2.routes.6', paths.reports(), 'Reports'],
    ['S2.routes.7', paths.newDelivery({ visit: visit._id, box: fixture.boxId(NORTH, 1) }), 'New Delivery'],
    ['S2.routes.8', paths.delivery(delivery, { from: 'edit' }), 'Delivery'],
    ['S2.routes.9', paths.editDelivery(delivery), 'Edit Delivery'],
    ['S2.routes.10', paths.visitDetails(visit._id), 'Visit Details'],
    ['S2.routes.11', paths.startVisit(), 'Start Visit'],
    ['S2.routes.12', paths.visit(visit._id), NORTH.name],
    ['S2.routes.13', paths.editVisit(visit._id), 'Edit Visit'],
    ['S2.routes.14', paths.printVisit(visit._id), 'Visit summary'],
  ];
  await page.goto(paths.login());
  await proves('S2.routes.1', () => expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible());
  for (const [, url] of [...rows, ...ADMIN_ROUTES]) {
    await openInApp(page, url);
    await expectAddress(page, paths.login());
  }
  await signedIn(ADA);
  await page.goto(paths.dashboard());
  for (const [id, url, heading] of rows) {
    await proves(id, async () => {
      await openInApp(page, url);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      await expectAddress(page, url);
    });
  }
  await proves(['S2.routes.20', 'S6.8', 'S8.30', 'S6.4'], async () => {
    for (const [, url, heading] of ADMIN_ROUTES) {
      await openInApp(page, url);
      await expect(page.getByText('Forbidden', { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: heading })).toHaveCount(0);
    }
  });
  await signedIn(CLEO);
  await page.goto(paths.dashboard());
  for (const [id, url, heading] of ADMIN_ROUTES) {
    await proves(id, async () => {
      await openInApp(page, url);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    });
  }
});

test('§2 login', async ({ page }) => {
  const signIn = async (password: string) => {
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${paths.deliveries()}?page=2`);
  await proves('S2.login.1', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  });
  await proves(['S2.login.3', 'S8.29'], async () => {
    await signIn('not the password');
    const error = page.getByRole('main').getByRole('alert');
    await expect(error).toHaveText(/\S/);
    await expectColour(error, 'red');
    const form = await page.getByRole('button', { name: 'Sign in' }).locator('xpath=ancestor::form').boundingBox();
    const bounds = await error.boundingBox();
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
  });
  await proves(['S2.login.2', 'S4.4', 'S7.auth.3'], async () => {
    await signIn(ADA.password);
    await expectAddress(page, `${paths.deliveries()}?page=2`);
    await expect(page.getByText(`Hi, ${ADA.name}`)).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto(paths.login());
    await signIn(ADA.password);
    await expectAddress(page, paths.dashboard());
  });
  await proves('S4.5', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectAddress(page, paths.login());
    await page.goto(paths.locations());
    await expectAddress(page, paths.login());
  });
});
