import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { boxesApi } from '../../../../src/api/boxesApi';
import { paths } from '../../../../src/paths';
import { anAdmin, aRep, goWithin, json, openApp, signedIn } from '../../../support/app/openApp';

const location = { _id: 'l1', name: 'Corner Pantry' };
const locations = { 'GET /locations': () => json([location]) };

test('the boxes of a location are listed in a table under its name', async () => {
  const boxes = () => json([{ boxId: 'b1', label: 'Cooler', size: 'XL', location }]);
  await openApp(paths.boxes('l1'), { ...signedIn(aRep), ...locations, 'GET /boxes': boxes });
  expect(await screen.findByRole('heading', { name: 'Corner Pantry' })).toBeDefined();
  expect((await screen.findAllByRole('columnheader')).map((head) => head.textContent)).toEqual([
    'Label',
    'Size',
    'Location',
  ]);
  expect(screen.getByRole('row', { name: 'Cooler XL Corner Pantry' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to locations' }).getAttribute('href')).toBe('/locations');
});

test('without a location the heading is All Locations; a list without boxes says so', async () => {
  await openApp(paths.boxes(), { ...signedIn(aRep), ...locations, 'GET /boxes': () => json([]) });
  expect(await screen.findByRole('heading', { name: 'All Locations' })).toBeDefined();
  expect(await screen.findByText('No boxes found for this location.')).toBeDefined();
});

test('the boxes of all locations are found by label and location', async () => {
  const boxes = [
    { boxId: 'b1', label: 'Cooler', size: 'XL', location },
    { boxId: 'b2', label: 'Rack', size: 'S', location: { _id: 'l2', name: 'Airport Shop' } },
  ];
  await openApp(paths.boxes(), { ...signedIn(aRep), ...locations, 'GET /boxes': () => json(boxes) });
  const search = await screen.findByRole('searchbox', { name: 'Find by label or location' });
  await userEvent.type(search, 'rack airp');
  expect(screen.getByRole('row', { name: 'Rack S Airport Shop' })).toBeDefined();
  expect(screen.queryByRole('row', { name: /Cooler/ })).toBeNull();
  expect(screen.getByText('1 found')).toBeDefined();
  await userEvent.type(search, ' xyz');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('row', { name: /Cooler/ })).toBeDefined();
});

const cooler = { boxId: 'b1', label: 'Cooler', size: 'XL', location, active: true, version: 1 };
const rack = { boxId: 'b2', label: 'Rack', size: 'S', location, active: false, version: 1 };

test('a search for an inactive box says that active ones were searched, and shows all of them', async () => {
  await openApp(paths.boxes(), { ...signedIn(anAdmin), ...locations, 'GET /boxes': () => json([cooler, rack]) });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find by label or location' }), 'rack');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('No active box has this in its label or location.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show active and inactive' }));
  expect(await screen.findByRole('row', { name: /Rack/ })).toBeDefined();
});

test('the filter stays while it applies, after the last inactive box became active', async () => {
  const list = [cooler, rack];
  const store = await openApp(paths.boxes('l1'), {
    ...signedIn(anAdmin),
    ...locations,
    'GET /boxes': () => json(list),
  });
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Inactive');
  expect(await screen.findByRole('row', { name: /Rack/ })).toBeDefined();
  list[1] = { ...rack, active: true };
  act(() => void store.dispatch(boxesApi.util.invalidateTags(['Boxes'])));
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('No box is inactive.')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Active');
  expect(await screen.findByRole('row', { name: /Rack/ })).toBeDefined();
});

test('the form of a box shows the server’s box, not an older one of a list on the device', async () => {
  const renamed = { ...cooler, label: 'Big cooler', active: false, version: 2 };
  const responses = { ...signedIn(anAdmin), ...locations, 'GET /boxes': () => json([cooler]) };
  await openApp(paths.boxes('l1'), { ...responses, 'GET /boxes/b1': () => json(renamed) });
  await screen.findByRole('row', { name: /Cooler/ });
  goWithin(paths.editEntry('boxes', 'b1'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('Big cooler'));
  expect(screen.getByRole('button', { name: 'Activate' })).toBeDefined();
});
