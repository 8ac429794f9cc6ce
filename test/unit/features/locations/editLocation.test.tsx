import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { anAdmin, currentPath, goWithin, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const address = { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' };
const store = { _id: 'l1', name: 'Corner Pantry', address, active: true, version: 1 };
const PATH = paths.editEntry('locations', 'l1');

/** Edit Location with another name typed in it. `PATCH` answers as the server would. */
async function withTypedName() {
  const sent: unknown[] = [];
  let stored = store;
  await openApp(PATH, {
    ...signedIn(anAdmin),
    'GET /locations': () => json([stored]),
    'GET /boxes': () => json([]),
    'PATCH /locations/l1': async (request) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      stored = { ...store, name: 'Corner Pantry and Deli', version: 2 };
      return json(stored);
    },
  });
  await userEvent.type(await screen.findByLabelText('Name'), ' and Deli');
  return { sent };
}

async function reopen() {
  goWithin(PATH);
  await screen.findByRole('heading', { name: 'Edit Location' });
  return screen.findByLabelText<HTMLInputElement>('Name');
}

test('what was typed is offered again after a look at the boxes, and is saved over the version it was based on', async () => {
  const { sent } = await withTypedName();
  await userEvent.click(screen.getByRole('link', { name: 'View Boxes' }));
  await screen.findByText('No boxes found for this location.');
  const name = await reopen();
  expect(name.value).toBe('Corner Pantry');
  await press('Restore');
  expect(name.value).toBe('Corner Pantry and Deli');
  await press('Save changes');
  await screen.findByRole('heading', { name: 'Manage Locations' });
  expect(sent).toEqual([['"1"', { name: 'Corner Pantry and Deli', address }]]);
  await reopen();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('Cancel drops what was typed', async () => {
  await withTypedName();
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(currentPath()).toBe(paths.manage('locations'));
  await reopen();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('a form that was changed back leaves no draft', async () => {
  await withTypedName();
  await userEvent.type(screen.getByLabelText('Name'), '{Backspace>9/}');
  await userEvent.click(screen.getByRole('link', { name: 'View Boxes' }));
  await reopen();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});
