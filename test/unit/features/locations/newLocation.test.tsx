import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

async function setCount(text: string) {
  const count = await field('Box count');
  await userEvent.clear(count);
  if (text) await userEvent.type(count, text);
}

const sizes = () =>
  screen
    .getAllByRole<HTMLSelectElement>('combobox')
    .map((select) => select.value)
    .join(' ');

const cardNames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const responses: Responses = { ...signedIn(anAdmin), 'GET /locations': () => json([]) };

test('each box has a size, M by default, and chosen sizes are kept while the count changes', async () => {
  await openApp(paths.newLocation(), responses);
  await setCount('3');
  expect(sizes()).toBe('M M M');
  await userEvent.selectOptions(await field('Box 3'), 'XL');
  await setCount('1');
  expect(sizes()).toBe('M');
  await setCount('4');
  expect(sizes()).toBe('M M XL M');
});

test.each([
  ['25', '20'],
  ['0', '1'],
  ['', '1'],
])('the box count "%s" becomes %s', async (typed, held) => {
  await openApp(paths.newLocation(), responses);
  await setCount(typed);
  await userEvent.tab();
  expect((await field('Box count')).value).toBe(held);
  expect(screen.getAllByRole('combobox')).toHaveLength(Number(held));
});

test('the boxes are named after the prefix', async () => {
  await openApp(paths.newLocation(), responses);
  await userEvent.clear(await field('Box label prefix'));
  await userEvent.type(await field('Box label prefix'), 'Cooler');
  expect(await field('Cooler 1')).toBeDefined();
});

test('a location needs a name', async () => {
  await openApp(paths.newLocation(), responses);
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  expect(screen.getByRole('textbox', { name: 'Name', description: 'Enter a name' })).toBe(document.activeElement);
});

test('the location is sent as the contract says, an empty prefix as Box, and the list of locations opens next', async () => {
  let sent: unknown;
  await openApp(paths.newLocation(), {
    ...responses,
    'POST /locations': async (request) => {
      sent = await request.json();
      return json({ _id: 'l9', name: 'Kiosk' }, 201);
    },
  });
  await userEvent.type(await field('Name'), 'Kiosk');
  await userEvent.type(await field('City'), 'Ames');
  await userEvent.clear(await field('Box label prefix'));
  await setCount('2');
  await userEvent.selectOptions(await field('Box 2'), 'S');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(currentPath()).toBe('/locations'));
  expect(sent).toEqual({
    name: 'Kiosk',
    address: { street: '', city: 'Ames', state: '', zip: '' },
    boxCount: 2,
    boxSizes: ['M', 'S'],
    boxLabelPrefix: 'Box',
  });
});

test('the new location is named above the list and is its first card', async () => {
  const named = (name: string) => ({ _id: name, name, address: { street: '', city: 'Ames', state: '', zip: '' } });
  const locations = [named('Arcade')];
  await openApp(paths.newLocation(), {
    ...responses,
    'GET /locations': () => json(locations),
    'POST /locations': () => {
      locations.push(named('Kiosk'));
      return json(named('Kiosk'), 201);
    },
  });
  await userEvent.type(await field('Name'), 'Kiosk');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Created Kiosk')).toBeDefined();
  await waitFor(() => expect(cardNames()).toEqual(['Kiosk', 'Arcade']));
});

test('a failed create shows an error and keeps the form', async () => {
  await openApp(paths.newLocation(), { ...responses, 'POST /locations': () => new Response('', { status: 500 }) });
  await userEvent.type(await field('Name'), 'Kiosk');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Location create failed');
  expect((await field('Name')).value).toBe('Kiosk');
});
