import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { calls } from '../../../src/contract/calls';
import { dayStartMs } from '../../../src/domain/dates';
import { DAY_MS } from '../../../src/domain/durations';
import { paths } from '../../../src/paths';
import { audit } from '../../../src/server/db/auditSchema';
import { itemPrices } from '../../../src/server/db/priceSchema';
import { deliveries, items, users } from '../../../src/server/db/schema';
import { syncDevices } from '../../../src/server/db/syncSchema';
import { LAST_REPORT_KEY } from '../../../src/state/sync/startSyncReports';
import { signalOf } from '../device/signal';
import { ADA, BO, CLEO, COLA, NORTH, WATER } from '../fixture/fixtures';
import { expect, test } from '../fixture/fixtureTest';
import { deliveriesOf } from '../fixture/serverState';
import { faults } from '../proxy/faults';
import { ofCall } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { rep } from '../rep/rep';
import { adminAt } from './admin';

/**
 * What an admin does at a company with reps on the road, in the browser and in the server's tables. The admin is at the
 * server itself; the reps are behind the faulty network, on devices of their own.
 */
test.use({ baseURL: async ({ backend }, provide) => provide(backend.url) });

/** The second row has no price, the fourth repeats an item number. */
const FILE = `item_number,name,units_per_pack,price,price_per_pack
LIME-1,Lime,12,1.10,12.00
KIWI-1,Kiwi,12,,
COLA-1,Cola,12,1.25,14.00
LIME-1,Lime again,12,1.20,
`;

const NEW_PASSWORD = 'another long password';

/** A device reports once a minute, also over a reload: the page opens as if the last report were older. */
async function reopenAMinuteLater(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), LAST_REPORT_KEY);
  await page.reload();
}

const water = (quantity: number) => [{ item: WATER.name, packaging: 'each' as const, quantity }];

test('an item is deactivated while a rep has it queued, and Sync shows the phone and what was refused there', {
  tag: '@full',
}, async ({ browser, network, page, server }) => {
  const admin = adminAt(page);
  await rep(page).signIn(CLEO);
  const phone = await browser.newContext({ baseURL: network.url });
  const signal = await signalOf(phone, network);
  const ada = rep(await phone.newPage());
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  expect(await ada.deliver(NORTH.name, 'Box 1', water(3))).toBe('saved locally');
  const broken = network.meet(ofCall('createDelivery'), faults.serverError);
  await signal.regain();
  await reopenAMinuteLater(ada.page);
  // The admin's own page reports too.
  const reported = async () => {
    const isAda = and(eq(users.id, syncDevices.userId), eq(users.email, ADA.email));
    const [found] = await server.db.select({ report: syncDevices.report }).from(syncDevices).innerJoin(users, isAda);
    return found?.report;
  };
  await expect.poll(async () => (await reported())?.waiting).toBe(1);
  await signal.lose();

  const waiting = await admin.deviceOf(ADA.name);
  await expect(waiting.getByText('1 waiting')).toBeVisible();
  await expect(waiting.getByText(/^Last report/)).toBeVisible();
  await expect((await admin.deviceOf(BO.name)).getByText('no device yet')).toBeVisible();

  await admin.deactivateItem(WATER.name);
  expect(await ada.deliver(NORTH.name, 'Box 2', water(4))).toBe('saved locally');
  broken.remove();
  await signal.regain();
  await expect(ada.page.getByRole('link', { name: /not sent$/ })).toBeVisible();
  // A report may be lost on its way; the next one comes a minute later.
  await expect(async () => {
    await reopenAMinuteLater(ada.page);
    await expect.poll(async () => (await reported())?.refusedCount, { timeout: 10_000 }).toBe(1);
  }).toPass();
  await expectWaiting(ada.page, 1);

  const refused = await admin.deviceOf(ADA.name);
  await expect(refused.getByText('1 refused')).toBeVisible();
  const entry = page.getByRole('list', { name: `Refused on the device of ${ADA.name}` }).getByRole('listitem');
  await expect(entry).toContainText(`${WATER.name} was deactivated before this was captured.`);
  await entry.getByText('Payload').click();
  await expect(entry.getByText(calls.createDelivery.path)).toBeVisible();

  const [inactive] = await server.db.select().from(items).where(isNotNull(items.deactivatedAt));
  expect(inactive?.name).toBe(WATER.name);
  const arrived = deliveriesOf(await server.serverState());
  expect(arrived.map(({ rep: name, box, lines }) => [name, box, lines[0]?.quantity])).toEqual([[ADA.name, 'Box 1', 3]]);
  await phone.close();
});

test('a price from tomorrow, an import with bad rows, and a password that is reset', {
  tag: '@full',
}, async ({ browser, page, server }) => {
  const admin = adminAt(page);
  await rep(page).signIn(CLEO);
  await admin.setPriceFromTomorrow(COLA.name, '1.75');
  const planned = await server.db.select().from(itemPrices).where(eq(itemPrices.priceCents, 175));
  expect(planned.map(({ validFrom }) => validFrom.getTime())).toEqual([dayStartMs(new Date(Date.now() + DAY_MS))]);

  await admin.previewItems(FILE);
  await expect(page.getByText('1 added, 1 changed, 0 unchanged, 2 refused.')).toBeVisible();
  const refused = page
    .getByRole('table', { name: 'Refused rows' })
    .or(page.getByRole('list', { name: 'Refused rows' }));
  await expect(refused).toContainText('Row 3');
  await expect(refused).toContainText('price and price_per_pack are both missing');
  await expect(refused).toContainText('Row 5');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('Imported: 1 added, 1 changed.')).toBeVisible();
  const known = await server.db.select({ sku: items.sku }).from(items);
  expect(known.map(({ sku }) => sku).sort()).toEqual(['COLA-1', 'LIME-1', 'TEA-1', 'WATER-1']);

  const oneTime = await admin.resetPassword(BO.name);
  const desk = await browser.newContext({ baseURL: server.url });
  const bo = rep(await desk.newPage());
  await bo.signIn({ ...BO, password: oneTime });
  await expect(bo.page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await bo.page.getByLabel('One-time password').fill(oneTime);
  await bo.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await bo.page.getByLabel('New password again').fill(NEW_PASSWORD);
  await bo.page.getByRole('button', { name: 'Change password' }).click();
  await expect(bo.page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const [row] = await server.db.select().from(users).where(eq(users.email, BO.email));
  expect(row?.passwordExpiresAt).toBeNull();
  const statuses = await Promise.all(
    [BO.password, oneTime, NEW_PASSWORD].map(async (password) => {
      const response = await page.request.post('/api/auth/login', { data: { email: BO.email, password } });
      return response.status();
    }),
  );
  expect(statuses).toEqual([401, 401, 200]);
  await desk.close();
});

test('the audit tells of the edit of a delivery, on the screen and as a file', {
  tag: '@full',
}, async ({ browser, page, server }) => {
  const desk = await browser.newContext({ baseURL: server.url });
  const ada = rep(await desk.newPage());
  await ada.signIn(ADA);
  await ada.deliver(NORTH.name, 'Box 1', [{ item: COLA.name, packaging: 'each', quantity: 5 }]);
  await desk.close();
  const [made] = await server.db.select().from(deliveries);
  await rep(page).signIn(CLEO);
  await page.goto(paths.editDelivery(made?.id ?? ''));
  await page.getByRole('spinbutton', { name: 'Quantity' }).first().fill('7');
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  await expect(page).toHaveURL(/from=edit/);

  await page.goto(`${paths.audit()}?entity=delivery`);
  const entry = page.getByRole('listitem').filter({ hasText: `${CLEO.name} changed a delivery` });
  const lines = entry.getByRole('row').filter({ hasText: 'Lines' });
  await expect(lines).toContainText('5 each Cola at $1.25');
  await expect(lines).toContainText('7 each Cola at $1.25');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await (await download).path();
  const [head = '', ...rows] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
  expect(head).toContain('Before');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(made?.id);
  expect(rows[0]).toContain(CLEO.name);
  const [recorded] = await server.db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'delivery'), eq(audit.entityId, made?.id ?? '')))
    .orderBy(desc(audit.at));
  expect([recorded?.action, recorded?.before, recorded?.after]).toMatchObject([
    'update',
    [{ quantityHundredths: 500 }],
    [{ quantityHundredths: 700 }],
  ]);
});
