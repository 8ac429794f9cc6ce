import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { json, openApp } from '../../../support/app/openApp';
import { items, locationVisit } from '../../../support/app/locationVisit';

/** So many items that there is a search. */
const teas = Array.from({ length: 12 }, (_, at) => ({ ...items[0], _id: `t${at}`, name: `Tea ${at}`, sku: '' }));

const select = () => screen.getByLabelText<HTMLSelectElement>('Item');
const shown = () => select().selectedOptions[0]?.text;

test('the chosen item stays visible and is the one that is added, even after another search', async () => {
  const responses = locationVisit({ 'GET /items': () => json([...items, ...teas]) });
  await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), responses);
  await screen.findByRole('option', { name: 'Cola' });
  await userEvent.selectOptions(select(), 'Cola');
  const search = screen.getByRole('searchbox', { name: 'Find by name or SKU' });
  await userEvent.type(search, 'chips');
  expect(shown()).toBe('Cola');
  expect(screen.getByText('1 found')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  expect(shown()).toBe('Chips');
  expect([...select().options].map((option) => option.text)).toEqual(['Choose…', 'Chips']);
  await userEvent.clear(search);
  await userEvent.type(search, 'tea');
  expect(shown()).toBe('Chips');
  await userEvent.click(screen.getByRole('button', { name: 'Add item' }));
  expect((await screen.findByRole('row', { name: /Chips/ })).textContent).toContain('case');
  expect(screen.getByLabelText<HTMLInputElement>('Chips quantity').value).toBe('1');
});

test('Enter in an invalid quantity, which has the focus already, announces its error', async () => {
  await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), locationVisit());
  await screen.findByRole('option', { name: 'Cola' });
  await userEvent.selectOptions(select(), 'Cola');
  await userEvent.clear(screen.getByLabelText('Quantity'));
  await userEvent.type(screen.getByLabelText('Quantity'), '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid quantity');
});

test('the description of an item says how many were added by taps', async () => {
  await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), locationVisit());
  const cola = await screen.findByRole('button', { name: 'Cola' });
  await userEvent.click(cola);
  await userEvent.click(cola);
  const ids = cola.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain('2 added');
});
