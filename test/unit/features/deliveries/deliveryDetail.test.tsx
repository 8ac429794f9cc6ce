import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { json, openApp } from '../../../support/app/openApp';
import { aDelivery, locationVisit } from '../../../support/app/locationVisit';

test('a delivery shows location, rep, visit and its lines in the columns of the specification', async () => {
  await openApp(paths.delivery('d1'), locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }));
  expect(await screen.findByRole('row', { name: 'Cola each 3 $1.25 $3.75' })).toBeDefined();
  const entries = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(entries).toEqual(['Item', 'Packaging', 'Qty', 'Unit Price', 'Line Total']);
  expect(screen.getByText('Cooler (S)')).toBeDefined();
  expect(screen.getByText('1 Main St, Ames')).toBeDefined();
  expect(screen.queryByText('Delivery updated.')).toBeNull();
});

test.each([
  [() => json({ error: 'broken' }, 500), 'Failed to load delivery (500)'],
  [
    () => {
      throw new TypeError('Failed to fetch');
    },
    'Failed to load delivery',
  ],
])('the screen says that a delivery cannot be loaded', async (response, message) => {
  await openApp(paths.delivery('d1'), locationVisit({ 'GET /deliveries/d1': response }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test.each([
  [{ from: 'edit' } as const, 1],
  [{ from: 'edit', queued: '1' } as const, 0],
])('38 after an edit (%o) the screen says that it was recorded only if it was', async (query, shown) => {
  await openApp(paths.delivery('d1', query), locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }));
  await screen.findByRole('row', { name: /Cola/ });
  expect(screen.queryAllByText('Delivery updated.')).toHaveLength(shown);
});
