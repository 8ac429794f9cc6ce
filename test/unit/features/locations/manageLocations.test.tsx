import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const address = { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' };
const corner = { _id: 'l1', name: 'Corner Pantry', address, active: true, version: 1 };
const airport = { _id: 'l2', name: 'Airport Shop', address, active: false, version: 2 };

const responses: Responses = {
  ...signedIn(anAdmin),
  'GET /locations': (request) => {
    const search = new URL(request.url).searchParams.get('q') ?? '';
    return json([airport, corner].filter(({ name }) => name.includes(search)));
  },
};

const search = () => screen.findByRole('searchbox', { name: 'Search by name or address' });

test('a search finds locations, inactive ones too, and counts them', async () => {
  await openApp(paths.manage('locations'), responses);
  await userEvent.type(await search(), 'Airport');
  expect(await screen.findByText('1 found')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Airport Shop' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Corner Pantry' })).toBeNull();
});

test('a search that finds nothing says so, and can be cleared', async () => {
  await openApp(paths.manage('locations'), responses);
  await userEvent.type(await search(), 'Harbour');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('link', { name: 'Corner Pantry' })).toBeDefined();
});
