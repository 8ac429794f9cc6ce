import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, currentPath, json, openApp } from '../../../support/app/openApp';
import { aDelivery, locationVisit, unreachable } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

/** Fills the first box of the visit, from the visit's own screen. */
async function fillFromVisit(responses: Responses): Promise<void> {
  await openApp(paths.visit('v1'), locationVisit(responses));
  await userEvent.click((await screen.findAllByRole('link', { name: 'Refill this box' }))[0] as HTMLElement);
  await screen.findByRole('option', { name: 'Cola' });
  await userEvent.selectOptions(screen.getByLabelText('Item'), 'Cola');
  await press('Add item');
  await press('Submit box');
}

test('after Submit box, Back skips the form and opens the visit, and the visit’s Back opens the locations', async () => {
  await fillFromVisit({ 'POST /deliveries': () => json(aDelivery(), 201) });
  expect(await screen.findByText('Delivery recorded ✅')).toBeDefined();
  window.history.back();
  await waitFor(() => expect(currentPath()).toBe('/visits/v1'));
  window.history.forward();
  await waitFor(() => expect(window.location.search).toBe('?done=delivery'));
  expect(screen.queryByText('Delivery recorded ✅')).toBeNull();
  await press('Back');
  expect(currentPath()).toBe('/locations');
});

test('after a box was saved on the device, Back opens the visit', async () => {
  await fillFromVisit({ 'POST /deliveries': unreachable });
  await screen.findByRole('link', { name: 'Back to visit' });
  window.history.back();
  expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
  expect(currentPath()).toBe('/visits/v1');
});

test('leaving the form of the next box with Back does not say again that a delivery was recorded', async () => {
  await fillFromVisit({ 'POST /deliveries': () => json(aDelivery(), 201) });
  expect(await screen.findByText('Delivery recorded ✅')).toBeDefined();
  await userEvent.click((await screen.findAllByRole('link', { name: 'Refill this box' }))[0] as HTMLElement);
  await screen.findByRole('button', { name: 'Submit box' });
  await press('Back');
  await screen.findByRole('button', { name: 'Submit Visit' });
  expect(screen.queryByText('Delivery recorded ✅')).toBeNull();
});
