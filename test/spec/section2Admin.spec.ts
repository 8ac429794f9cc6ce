import { paths } from '../../src/paths';
import { ADA, BO, CLEO, NORTH, WATER } from '../browser/fixture/fixtures';
import { faults, refusal } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectColour, expectColumns } from './assertions';
import { expect, proves, test } from './specTest';

test('§2 items, §2 new item', async ({ page, signedIn, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.items());
  const table = page.getByRole('table', { name: 'Items' });
  await proves(['S2.items.1', 'S3.5', 'S7.items.1'], async () => {
    await expectColumns(table, ['Name', 'SKU', 'Packaging', 'Units/Pack', 'Price/Pack', 'Active']);
    await expect(table.getByRole('row').filter({ hasText: WATER.name })).toHaveText(
      /Water\s*WATER-1\s*case\s*24\s*\$16\.99\s*Yes/,
    );
  });
  await proves('S2.items.2', async () => {
    await page.getByRole('link', { name: '+ New Item' }).click();
    await expectAddress(page, paths.newItem());
  });
  const name = page.getByLabel('Name', { exact: true });
  const units = page.getByLabel('Units per pack');
  const price = page.getByLabel('Price per pack');
  const create = page.getByRole('button', { name: 'Create' });
  await proves(['S5.19', 'S2.newItem.1'], async () => {
    await expect(name).toHaveAttribute('required');
    await expect(units).toHaveAttribute('min', '1');
    await expect(price).toHaveAttribute('min', '0');
    await expect(price).toHaveAttribute('step', '0.01');
    await create.click();
    await name.fill('Lemonade');
    await units.fill('0');
    await create.click();
    await units.fill('6');
    await price.fill('-1');
    await create.click();
    await price.fill('1.005');
    await create.click();
    await expectAddress(page, paths.newItem());
    expect(network.seen.filter(ofCall('createItem'))).toHaveLength(0);
  });
  await proves(['S2.newItem.1', 'S2.newItem.2', 'S7.items.3'], async () => {
    await page.getByLabel('SKU').fill('LEMO-1');
    await page.getByRole('combobox', { name: 'Packaging' }).selectOption('case');
    await price.fill('12.5');
    await page.getByRole('checkbox', { name: 'Active' }).uncheck();
    await create.click();
    await expectAddress(page, paths.items());
    const body = { name: 'Lemonade', sku: 'LEMO-1', packaging: 'case', unitsPerPack: 6, pricePerPack: 12.5 };
    expect(JSON.parse((await network.sees(ofCall('createItem'))).body)).toEqual({ ...body, active: false });
    await expect(table.getByRole('row').filter({ hasText: 'Lemonade' })).toHaveText(/\$12\.50\s*No/);
  });
});

test('§2 items: none', async ({ page, signedIn, network, signal }) => {
  await signedIn(CLEO);
  const dropped = network.meet(ofCall('listItems'), faults.dropBefore);
  await page.goto(paths.items());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Items');
  await page.waitForLoadState('networkidle');
  await proves('S2.items.4', async () => {
    await signal.lose();
    await expect(
      page.getByText('No cached items available offline. Open Items once while online to cache them.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
  await proves('S2.items.3', async () => {
    dropped.remove();
    network.meet(ofCall('listItems'), { kind: 'response', status: 200, contentType: 'application/json', body: '[]' });
    await signal.regain();
    await page.reload();
    await expect(page.getByText('No items found.', { exact: true })).toBeVisible();
  });
});

test('§2 users, §2 new user', async ({ page, signedIn, fixture, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.users());
  const table = page.getByRole('table', { name: 'Users' });
  const box = (role: string, member = BO) => page.getByRole('checkbox', { name: `${role}: ${member.name}` });
  const saved = async () =>
    (await (await fixture.apiClient(CLEO)).get<{ email: string }[]>('/users')).find(({ email }) => email === BO.email);
  await proves(['S2.users.1', 'S3.1', 'S6.1', 'S1.7', 'S7.users.1'], async () => {
    await expectColumns(table, ['Name', 'Email', 'Active', 'Rep', 'Admin']);
    await expect(table.getByRole('row').filter({ hasText: BO.name })).toContainText(BO.email);
    await expect(box('Active')).toBeChecked();
    await expect(box('Rep')).toBeChecked();
    await expect(box('Admin')).not.toBeChecked();
    await expect(box('Admin', CLEO)).toBeChecked();
  });
  await proves(['S2.users.3', 'S4.24', 'S6.5', 'S7.users.3'], async () => {
    await box('Active').uncheck();
    await expect.poll(saved).toMatchObject({ active: false, roles: ['rep'] });
    await box('Active').check();
    await expect.poll(saved).toMatchObject({ active: true });
    await box('Admin').check();
    await expect.poll(saved).toMatchObject({ roles: ['rep', 'admin'] });
    await box('Rep').uncheck();
    await expect.poll(saved).toMatchObject({ roles: ['admin'] });
    const bodies = network.seen.filter(ofCall('updateUser')).map(({ body }) => JSON.parse(body) as unknown);
    expect(bodies).toEqual([{ active: false }, { active: true }, { roles: ['rep', 'admin'] }, { roles: ['admin'] }]);
  });
  await proves(['S2.users.4', 'S5.18'], async () => {
    await box('Admin').click();
    const error = table.getByRole('row').filter({ hasText: BO.name }).getByRole('alert');
    await expect(error).toHaveText('A user must have at least one role (rep or admin).');
    await expectColour(error, 'red');
    await expect(box('Admin')).toBeChecked();
    await expect(saved()).resolves.toMatchObject({ roles: ['admin'] });
    network.meet(ofCall('updateUser'), refusal(409, 'Not now.'), { times: 1 });
    await box('Rep').click();
    await expect(error).toHaveText('User update failed (409): {"error":"Not now."}');
    await expectColour(error, 'red');
    await expect(box('Rep')).not.toBeChecked();
  });
  await proves('S2.users.2', async () => {
    await page.getByRole('link', { name: '+ New User' }).click();
    await expectAddress(page, paths.newUser());
  });
  const create = page.getByRole('button', { name: 'Create' });
  const rep = page.getByRole('checkbox', { name: 'Rep' });
  await proves(['S2.newUser.1', 'S5.20', 'S5.21'], async () => {
    for (const label of ['Name', 'Email', 'Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    }
    await expect(rep).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Admin' })).not.toBeChecked();
    await create.click();
    await page.getByLabel('Name', { exact: true }).fill('Dee Both');
    await page.getByLabel('Email').fill('dee@example.com');
    await page.getByLabel('Password').fill('a long enough password 2');
    await rep.uncheck();
    await create.click();
    await expect(page.getByText('A user must have at least one role (rep or admin).')).toBeVisible();
    expect(network.seen.filter(ofCall('createUser'))).toHaveLength(0);
  });
  await proves(['S2.newUser.2', 'S7.users.2', 'S3.1'], async () => {
    await rep.check();
    await page.getByRole('checkbox', { name: 'Admin' }).check();
    await create.click();
    await expectAddress(page, paths.users());
    expect(JSON.parse((await network.sees(ofCall('createUser'))).body)).toEqual({
      name: 'Dee Both',
      email: 'dee@example.com',
      password: 'a long enough password 2',
      roles: ['rep', 'admin'],
      active: true,
    });
    await expect(table.getByRole('row').filter({ hasText: 'Dee Both' })).toBeVisible();
  });
});

test('§2 reports', async ({ page, signedIn, fixture }) => {
  await signedIn(CLEO);
  await page.goto(paths.reports());
  const rep = page.getByRole('combobox', { name: 'Rep', exact: true });
  const location = page.getByRole('combobox', { name: 'Location' });
  await proves(['S2.reports.1', 'S6.6'], async () => {
    await expect(location.getByRole('option').first()).toHaveText('All');
    await expect(location).toContainText(NORTH.name);
    await expect(rep).toContainText(`${ADA.name} (rep)`);
    await rep.selectOption(fixture.userId(ADA));
    await location.selectOption(fixture.locationId(NORTH));
    await page.getByLabel('From', { exact: true }).fill('2026-01-02');
    await page.getByLabel('To', { exact: true }).fill('2026-01-03');
    await page.getByLabel('Rep name contains').fill('ad');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(rep).toHaveValue('');
    await expect(location).toHaveValue('');
    for (const label of ['From', 'To', 'Rep name contains']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    }
  });
  await proves('S2.reports.2', async () => {
    const files = ['Delivery lines', 'Deliveries', 'Items summary', 'Reps', 'Location history'];
    await expect(page.getByRole('main').getByRole('listitem').getByRole('button')).toHaveText(files);
  });
  await signedIn(ADA);
  await page.reload();
  await proves(['S2.reports.1', 'S6.7'], async () => {
    await expect(page.getByText('All reps', { exact: true })).toBeVisible();
    await expect(rep).toHaveCount(0);
    await expect(page.getByLabel('Rep name contains')).toBeVisible();
  });
});
