import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { openApp } from '../../../support/app/openApp';
import { locationVisit, unreachable } from '../../../support/app/locationVisit';

/** A delivery waits, and what the server has of the visit was never seen on this device. */
async function openWithOneWaiting(path: string): Promise<void> {
  const store = await openApp(path, locationVisit({ 'GET /deliveries': unreachable, 'POST /deliveries': unreachable }));
  await screen.findByText(/Failed to load/);
  const lines = [{ item: 'i1', quantity: 3, packaging: 'each' }];
  const body = { repName: 'Ana', location: 'l1', box: 'b1', visit: 'v1', lines };
  await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body)));
}

test('the visit says that its deliveries are not known, beside the box that waits', async () => {
  await openWithOneWaiting(paths.visit('v1'));
  expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
  expect(screen.getByText('Failed to load visit deliveries')).toBeDefined();
});

test('the details show what waits, without counts and without an export', async () => {
  await openWithOneWaiting(paths.visitDetails('v1'));
  expect(await screen.findByRole('row', { name: /Cooler \(S\) 1 \$3\.75/ })).toBeDefined();
  expect(screen.getByText('Failed to load deliveries for visit')).toBeDefined();
  const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([fact('Boxes'), fact('Total')]).toEqual(['–', '–']);
  await userEvent.click(screen.getByRole('button', { name: 'Export Lines (CSV)' }));
  expect(await screen.findAllByText('Failed to load deliveries for visit')).toHaveLength(2);
});

test('the summary has no grand total and cannot be printed', async () => {
  await openWithOneWaiting(paths.printVisit('v1'));
  expect(await screen.findByText('Delivery total')).toBeDefined();
  expect(screen.getByText('Failed to load visit deliveries')).toBeDefined();
  expect(screen.queryByText('Grand total')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print / Save PDF' }).disabled).toBe(true);
});
