import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const cola = { _id: 'i1', name: 'Cola', sku: 'C-1', packaging: 'case', unitsPerPack: 24, active: true, version: 3 };

const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');

/** The form of Cola after a refused save: Dana changed the item meanwhile. Returns the changes that it sends. */
async function refusedSave() {
  const sent: unknown[] = [];
  const current = { ...cola, name: 'Cola Light', version: 4 };
  await openApp(paths.editEntry('items', 'i1'), {
    ...signedIn(anAdmin),
    'GET /items': () => json([cola]),
    'GET /items/i1/prices': () => json([]),
    'PATCH /items/i1': async (request) => {
      const ifMatch = request.headers.get('If-Match');
      sent.push([await request.json(), ifMatch]);
      return ifMatch === '"4"' ? json(current) : json({ error: 'Changed by Dana meanwhile.', current }, 412);
    },
  });
  await userEvent.type(await screen.findByLabelText('Name'), ' Zero');
  await press('Save changes');
  await screen.findByRole('group', { name: 'Changed by Dana meanwhile.' });
  return sent;
}

test('Save mine sends what the form shows when it is pressed, over the other version', async () => {
  const sent = await refusedSave();
  await userEvent.type(nameField(), ' Max');
  await press('Save mine');
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent).toEqual([
    [expect.objectContaining({ name: 'Cola Zero' }), '"3"'],
    [expect.objectContaining({ name: 'Cola Zero Max' }), '"4"'],
  ]);
});

test('Save changes is not there while Save mine is, and comes back with Show theirs', async () => {
  await refusedSave();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await press('Show theirs');
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeDefined();
  expect(nameField().value).toBe('Cola Light');
});

test('Enter in a field makes no choice: nothing is sent', async () => {
  const sent = await refusedSave();
  await userEvent.type(nameField(), ' Max{Enter}');
  expect(await screen.findByRole('button', { name: 'Save mine' })).toBeDefined();
  expect(sent).toHaveLength(1);
});

test('Save mine with an invalid field sends nothing and focuses the field with its error; the choice stays', async () => {
  const sent = await refusedSave();
  await userEvent.clear(nameField());
  await press('Save mine');
  const field = await screen.findByRole('textbox', { name: 'Name', description: 'Enter a name' });
  expect(document.activeElement).toBe(field);
  const choice = within(screen.getByRole('group', { name: 'Changed by Dana meanwhile.' }));
  expect(choice.getByRole('button', { name: 'Save mine' })).toBeDefined();
  expect(sent).toHaveLength(1);
});
