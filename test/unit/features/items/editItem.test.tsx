import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const cola = {
  _id: 'i1',
  name: 'Cola',
  sku: 'C-1',
  packaging: 'case',
  unitsPerPack: 24,
  pricePerPack: 20,
  active: true,
};
const history = [{ validFrom: null, price: null, pricePerPack: 20, createdAt: '2026-01-01T00:00:00.000Z' }];
const responses: Responses = {
  ...signedIn(anAdmin),
  'GET /items': () => json([{ ...cola, version: 3 }]),
  'GET /items/i1/prices': () => json(history),
};

test('an item cannot be edited on a server without versions', async () => {
  await openApp(paths.editEntry('items', 'i1'), { ...responses, 'GET /items': () => json([cola]) });
  expect(await screen.findByText('This server does not offer edits.')).toBeDefined();
});

test('Deactivate asks first, and sends the version that the form showed', async () => {
  const sent: unknown[] = [];
  await openApp(paths.editEntry('items', 'i1'), {
    ...responses,
    'PATCH /items/i1': async (request) => {
      sent.push([await request.json(), request.headers.get('If-Match')]);
      return json({ ...cola, active: false, version: 4 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
  expect(sent).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Cola?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent).toEqual([[{ active: false }, '"3"']]);
});

test('a save leaves a packaging that the form does not offer as it is', async () => {
  const sent: unknown[] = [];
  const bottles = { ...cola, packaging: 'crate box', version: 3 };
  await openApp(paths.editEntry('items', 'i1'), {
    ...responses,
    'GET /items': () => json([bottles]),
    'PATCH /items/i1': async (request) => {
      sent.push(await request.json());
      return json({ ...bottles, version: 4 });
    },
  });
  await userEvent.type(await screen.findByLabelText('Name'), ' Zero');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent).toEqual([{ name: 'Cola Zero', sku: 'C-1', unitsPerPack: 24 }]);
});
