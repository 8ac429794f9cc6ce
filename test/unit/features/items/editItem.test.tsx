import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aDevice } from '../../../support/app/device';
import { type Responses, anAdmin, goWithin, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

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

const nameField = () => screen.findByLabelText<HTMLInputElement>('Name');
const loss = 'Your unsaved changes above will be lost.';

async function deactivate() {
  await press('Deactivate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Cola?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }));
}

/** The form of Cola, which Dana changed after it was opened. Returns the changes that it sends. */
async function openChangedMeanwhile() {
  const sent: unknown[] = [];
  const current = { ...cola, name: 'Cola Light', version: 4 };
  await openApp(paths.editEntry('items', 'i1'), {
    ...responses,
    'PATCH /items/i1': async (request) => {
      const ifMatch = request.headers.get('If-Match');
      sent.push([await request.json(), ifMatch]);
      return ifMatch === '"4"' ? json(current) : json({ error: 'Changed by Dana meanwhile.', current }, 412);
    },
  });
  await nameField();
  return sent;
}

/**
 * The form of Cola as the device remembers it. `arrive` brings the list in which Dana has changed it since. `sent` has
 * the changes that the form sends.
 */
async function openRemembered() {
  const device = aDevice('http://server.test');
  const before = await openApp(paths.editEntry('items', 'i1'), responses, device);
  await nameField();
  await before.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  const sent: unknown[] = [];
  const current = { ...cola, name: 'Cola Light', version: 4 };
  let arrive: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => (arrive = resolve));
  await openApp(
    paths.editEntry('items', 'i1'),
    {
      ...responses,
      'GET /items': () => isThere.then(() => json([current])),
      'PATCH /items/i1': async (request) => {
        sent.push([await request.json(), request.headers.get('If-Match')]);
        return json(current);
      },
    },
    device,
  );
  expect((await nameField()).value).toBe('Cola');
  return { sent, arrive };
}

test('before anything is typed, the form follows the list: a save is a change of the fresh version', async () => {
  const { sent, arrive } = await openRemembered();
  arrive();
  await waitFor(async () => expect((await nameField()).value).toBe('Cola Light'));
  await userEvent.type(await nameField(), ' Zero');
  await press('Save changes');
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent).toEqual([[expect.objectContaining({ name: 'Cola Light Zero' }), '"4"']]);
});

test('what was typed before the fresh list arrived stays, as a change of the version that was shown', async () => {
  const { sent, arrive } = await openRemembered();
  await userEvent.type(await nameField(), ' Zero');
  arrive();
  await press('Deactivate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Cola Light?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await nameField()).value).toBe('Cola Zero');
  await press('Save changes');
  await waitFor(() => expect(sent).toEqual([[expect.objectContaining({ name: 'Cola Zero' }), '"3"']]));
});

/** The conflict, which must have the focus and not be announced a second time. */
async function conflict() {
  const group = await screen.findByRole('group', { name: 'Changed by Dana meanwhile.' });
  await waitFor(() => expect(document.activeElement).toBe(group));
  expect(group.closest('section')?.querySelector('[role="status"]')).toBeNull();
  return within(group);
}

test('a refused save takes the focus; Save mine sends what was typed over the other version', async () => {
  const sent = await openChangedMeanwhile();
  await userEvent.type(await nameField(), ' Zero');
  await press('Save changes');
  expect((await conflict()).getByText('What you typed is not saved yet.')).toBeDefined();
  await press('Save mine');
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent.at(-1)).toEqual([expect.objectContaining({ name: 'Cola Zero' }), '"4"']);
});

test('a person who has left the form sees why a change was refused', async () => {
  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  const current = { ...cola, name: 'Cola Light', version: 4 };
  await openApp(paths.editEntry('items', 'i1'), {
    ...responses,
    'PATCH /items/i1': () => mayRespond.then(() => json({ error: 'Changed by Dana meanwhile.', current }, 412)),
  });
  await nameField();
  await deactivate();
  goWithin(paths.items());
  await screen.findByRole('table', { name: 'Items' });
  respond();
  expect((await screen.findByRole('alert')).textContent).toContain('Changed by Dana meanwhile.');
});

test('a refused Deactivate has its own words, in its own card, and can be repeated', async () => {
  const sent = await openChangedMeanwhile();
  await deactivate();
  const notice = await conflict();
  expect(screen.getByRole('heading', { name: 'Deactivate this item' }).closest('section')).toBe(
    notice.getByRole('button', { name: 'Show theirs' }).closest('section'),
  );
  expect(screen.queryByText('What you typed is not saved yet.')).toBeNull();
  expect(notice.queryByText(loss)).toBeNull();
  await press('Deactivate anyway');
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent.at(-1)).toEqual([{ active: false }, '"4"']);
});

test('Show theirs after a refused Deactivate shows the other version, and the next Deactivate is over it', async () => {
  const sent = await openChangedMeanwhile();
  await deactivate();
  await conflict();
  await press('Show theirs');
  expect((await nameField()).value).toBe('Cola Light');
  await press('Deactivate');
  expect(screen.queryByText(loss)).toBeNull();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByRole('table', { name: 'Items' })).toBeDefined();
  expect(sent.at(-1)).toEqual([{ active: false }, '"4"']);
});

test('Show theirs shows that the other user has deactivated the item', async () => {
  const theirs = { ...cola, name: 'Cola Light', active: false, version: 4 };
  let listed: object = { ...cola, version: 3 };
  await openApp(paths.editEntry('items', 'i1'), {
    ...responses,
    'GET /items': () => json([listed]),
    'PATCH /items/i1': () => {
      listed = theirs;
      return json({ error: 'Changed by Dana meanwhile.', current: theirs }, 412);
    },
  });
  await userEvent.type(await nameField(), ' Zero');
  await press('Save changes');
  await conflict();
  await press('Show theirs');
  expect(await screen.findByRole('button', { name: 'Activate' })).toBeDefined();
  expect((await nameField()).value).toBe('Cola Light');
});

test('Deactivate says that unsaved changes will be lost: before it is sent, and again at a conflict', async () => {
  await openChangedMeanwhile();
  await press('Deactivate');
  expect(screen.queryByText(loss)).toBeNull();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await userEvent.type(await nameField(), ' Zero');
  await press('Deactivate');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(loss)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect((await conflict()).getByText(loss)).toBeDefined();
  expect((await nameField()).value).toBe('Cola Zero');
  await userEvent.clear(await nameField());
  await userEvent.type(await nameField(), 'Cola');
  expect(screen.queryByText(loss)).toBeNull();
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

test('Enter in an invalid field, which has the focus already, announces its error', async () => {
  await openApp(paths.editEntry('items', 'i1'), responses);
  await userEvent.clear(await nameField());
  await userEvent.type(await nameField(), '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a name');
});
