import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { QUEUED_EDIT } from '../../../../src/features/deliveries/queuedEdit';
import { idMapped } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { currentPath, goWithin, json, openApp, startEnded } from '../../../support/app/openApp';
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

test('38 after an edit the screen says that it was recorded only if it was', async () => {
  const responses = locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) });
  await openApp(paths.delivery('d1', { from: 'edit' }), responses);
  await screen.findByText('Delivery updated.');
  goWithin(paths.delivery('d1', { from: 'edit' }), QUEUED_EDIT);
  await waitFor(() => expect(screen.queryByText('Delivery updated.')).toBeNull());
  expect(screen.getByRole('row', { name: /Cola/ })).toBeDefined();
});

test('after an edit outside a visit the new lines show before the delivery was read again', async () => {
  const outside = aDelivery({ visit: null });
  const [line] = outside.lines;
  const edited = { ...outside, version: 2, total: 37.5, lines: [{ ...line, quantity: 30, lineTotal: 37.5 }] };
  let reads = 0;
  const responses = locationVisit({
    'GET /deliveries/d1': () => (++reads === 1 ? json(outside) : new Promise<Response>(() => undefined)),
    'PATCH /deliveries/d1': () => json(edited),
  });
  const app = await openApp(paths.delivery('d1', { from: 'edit' }), responses);
  await screen.findByRole('row', { name: 'Cola each 3 $1.25 $3.75' });
  const lines = [{ item: 'i1', quantity: 30, packaging: 'each' as const }];
  const edit = { ...aWrite({ lines }), id: 'd1', visitId: null };
  await act(() => app.dispatch(deliveriesApi.endpoints.updateDelivery.initiate(edit)));
  await waitFor(() => expect(reads).toBe(2));
  expect(screen.getByRole('row', { name: 'Cola each 30 $1.25 $37.50' })).toBeDefined();
});

test('38 a queued edit is not called updated after the server id has replaced the local one in the address', async () => {
  const app = await openApp(paths.deliveries(), locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }));
  await startEnded(app);
  goWithin(paths.delivery('local-1', { from: 'edit' }), QUEUED_EDIT);
  act(() => void app.dispatch(idMapped({ localId: 'local-1', serverId: 'd1', at: 0 })));
  await waitFor(() => expect(currentPath()).toBe(paths.delivery('d1', { from: 'edit' })));
  await screen.findByRole('row', { name: /Cola/ });
  expect(screen.queryByText('Delivery updated.')).toBeNull();
});
