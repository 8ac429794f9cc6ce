import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import type { FaultProxy } from '../../browser/proxy/faultProxy';
import { faults, refusal } from '../../browser/proxy/faults';
import { ofCall } from '../../browser/proxy/seenRequests';
import { waitUntilReadyOffline } from './devices';

/** From the visit on the screen: fills the next box as last time, without a connection. */
async function refillNextBox(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Refill this box', exact: true }).first().click();
  await page.getByRole('button', { name: 'Same as last time', exact: true }).click();
  await page.getByRole('button', { name: 'Submit box', exact: true }).click();
  await page.getByRole('link', { name: 'Back to visit', exact: true }).click();
}

/** Leaves one refused delivery and two that wait in the outbox of the signed-in rep, whose own visit is open. */
export async function makeUnsent(page: Page, proxy: FaultProxy): Promise<void> {
  const broken = proxy.meet(ofCall('createDelivery'), faults.dropBefore);
  await waitUntilReadyOffline(page);
  await page
    .getByRole('link', { name: /^Continue/ })
    .first()
    .click();
  for (let box = 0; box < 2; box += 1) await refillNextBox(page);
  broken.remove();
  proxy.meet(ofCall('createDelivery'), faults.dropBefore);
  proxy.meet(ofCall('createDelivery'), refusal(409, 'This box was already refilled at 10:42.'), { times: 1 });
  await page.goto(paths.outbox());
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('already refilled').first().waitFor();
}
