import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aRep, json, openApp, signedIn } from '../../../support/app/openApp';

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
