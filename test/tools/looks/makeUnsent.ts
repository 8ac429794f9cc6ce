import type { Page } from '@playwright/test';
import type { CallName } from '../../../src/contract/calls';
import { paths } from '../../../src/paths';
import { faults, refusal } from '../../browser/proxy/faults';
import { ofCall } from '../../browser/proxy/seenRequests';
import { type Device, waitUntilReadyOffline } from './devices';
import type { Ids } from './screens';

/** From the visit on the screen: fills the next box as last time, without a connection. */
async function refillNextBox(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Refill this box', exact: true }).first().click();
  await page.getByRole('button', { name: 'Same as last time', exact: true }).click();
  await page.getByRole('button', { name: 'Submit box', exact: true }).click();
  await page.getByRole('link', { name: 'Back to visit', exact: true }).click();
}

/** Sends what waits: the server refuses it, and does so again after a reload. */
async function meetRefusal({ page, proxy }: Device, call: CallName, text: string): Promise<void> {
  proxy.meet(ofCall(call), refusal(409, text));
  await page.goto(paths.outbox());
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText(text).first().waitFor();
}

/** Leaves two refused deliveries in the outbox of the signed-in rep, whose own visit is open. */
export async function makeUnsent(device: Device): Promise<void> {
  const { page, proxy } = device;
  const broken = proxy.meet(ofCall('createDelivery'), faults.dropBefore);
  await waitUntilReadyOffline(page);
  await page
    .getByRole('link', { name: /^Continue/ })
    .first()
    .click();
  for (let box = 0; box < 2; box += 1) await refillNextBox(page);
  broken.remove();
  await meetRefusal(device, 'createDelivery', 'This box was already refilled at 10:42.');
}

/** Leaves a refused change of a delivery in the outbox of the signed-in admin. */
export async function makeUnsentEdit(device: Device, { delivery }: Pick<Ids, 'delivery'>): Promise<void> {
  const { page, proxy } = device;
  const broken = proxy.meet(ofCall('updateDelivery'), faults.dropBefore);
  await waitUntilReadyOffline(page);
  await page.goto(paths.editDelivery(delivery));
  await page.getByLabel('Quantity').first().fill('7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
  broken.remove();
  await meetRefusal(device, 'updateDelivery', 'This delivery can’t be changed any more.');
}
