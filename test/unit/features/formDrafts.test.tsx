import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { editVisitForm } from '../../../src/features/visits/visitDraft';
import { connectivityChanged, sentElsewhere } from '../../../src/offline/actions';
import { paths } from '../../../src/paths';
import { saveDraft } from '../../../src/state/drafts/drafts';
import { signOut } from '../../../src/state/session/session';
import { aDevice } from '../../support/app/device';
import { type Responses, anAdmin, currentPath, json, openApp, signedIn } from '../../support/app/openApp';
import { Gate } from '../../support/app/gate';
import { locationVisit } from '../../support/app/locationVisit';
import { press } from '../../support/app/press';

const created: Responses = {
  ...signedIn(anAdmin),
  'GET /items': () => json([]),
  'GET /users': () => json([anAdmin]),
  'GET /locations': () => json([]),
  'POST /items': () => json({ _id: 'i1', name: 'Gum' }, 201),
  'POST /users': () => json({ ...anAdmin, _id: 'u9' }, 201),
  'POST /locations': () => json({ _id: 'l9', name: 'Kiosk' }, 201),
};

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

/** One admin on one device, whose app is closed and opened again. */
function anOffice(responses: Responses = created) {
  const device = aDevice('http://server.test');
  return async (path: string) => {
    cleanup();
    return openApp(path, responses, device);
  };
}

async function typeItem() {
  await userEvent.type(await field('Name'), 'Gum');
  await userEvent.selectOptions(await field('Packaging'), 'case');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Active' }));
}

async function expectItem() {
  expect((await field('Name')).value).toBe('Gum');
  expect((await field('Packaging')).value).toBe('case');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(false);
}

describe('what was typed into New Item', () => {
  test('is restored after the app was closed, and is deleted once the item is created', async () => {
    const open = anOffice();
    const store = await open(paths.newItem());
    await typeItem();
    await store.dispatch((_dispatch, _getState, { flush }) => flush());
    await open(paths.newItem());
    expect((await field('Name')).value).toBe('');
    await press('Restore');
    await expectItem();
    await press('Create');
    await waitFor(() => expect(currentPath()).toBe('/items'));
    await open(paths.newItem());
    await field('Name');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('is offered after a look at another screen, and is deleted by Cancel', async () => {
    await anOffice()(paths.newItem());
    await typeItem();
    const again = async () => userEvent.click(await screen.findByRole('link', { name: '+ New Item' }));
    await userEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Items' }));
    await again();
    expect((await field('Name')).value).toBe('');
    await press('Restore');
    await expectItem();
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await again();
    await field('Name');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('is not stored as a draft while nothing was typed', async () => {
    const store = await anOffice()(paths.newLocation());
    await userEvent.click(await field('Box count'));
    await userEvent.tab();
    expect(Object.values(store.getState().drafts).filter(({ form }) => form)).toEqual([]);
  });
});

test('what was typed into New User is restored without the password, which is nowhere on the device', async () => {
  const open = anOffice();
  const store = await open(paths.newUser());
  await userEvent.type(await field('Name'), 'Bea');
  await userEvent.type(await field('Email'), 'bea@x.yz');
  await userEvent.type(await field('Password'), 'long enough 7');
  expect(JSON.stringify(store.getState())).not.toContain('long enough 7');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  await open(paths.newUser());
  await press('Restore');
  expect((await field('Email')).value).toBe('bea@x.yz');
  expect((await field('Password')).value).toBe('');
});

test('what was typed into New Location is restored with address and sizes', async () => {
  const open = anOffice();
  const store = await open(paths.newLocation());
  await userEvent.type(await field('Name'), 'Kiosk');
  await userEvent.type(await field('City'), 'Ames');
  await userEvent.clear(await field('Box count'));
  await userEvent.type(await field('Box count'), '2');
  await userEvent.selectOptions(await field('Box 2'), 'XL');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  await open(paths.newLocation());
  await press('Restore');
  expect((await field('City')).value).toBe('Ames');
  expect((await field('Box 2')).value).toBe('XL');
});

test('without a connection a form says that it needs one, before anything is typed', async () => {
  const store = await anOffice()(paths.newItem());
  await field('Name');
  const said = 'Creating an item needs a connection. What you type stays on this device.';
  expect(screen.queryByText(said)).toBeNull();
  store.dispatch(connectivityChanged({ online: false }));
  expect(await screen.findByText(said)).toBeDefined();
});

test('a draft that an older build stored is offered, and deleted once it is restored', async () => {
  const device = aDevice('http://server.test');
  const value = { name: 'Gum', sku: '', packaging: 'case', unitsPerPack: '1', pricePerPack: '0', active: false };
  const left = JSON.stringify({ value, savedAt: Date.now() - 60_000, found: false });
  const mark = JSON.stringify({ version: 1, rehydrated: true });
  device.caches.set('persist:drafts', JSON.stringify({ 'new item': left, _persist: mark }));
  const open = () => {
    cleanup();
    return openApp(paths.newItem(), created, device);
  };
  await (await open()).dispatch((_dispatch, _getState, { flush }) => flush());
  const store = await open();
  await press('Restore');
  await expectItem();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await press('Create');
  await waitFor(() => expect(currentPath()).toBe('/items'));
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  expect([...device.caches.keys()].filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('30 a draft whose write another tab sent may already be recorded', async () => {
  const store = await openApp(paths.editVisit('v1'), locationVisit());
  const form = editVisitForm('v1');
  await screen.findByLabelText('Note');
  store.dispatch(saveDraft({ id: 'w1', form, value: { outcome: 'partial', note: 'Then' } }));
  await screen.findByText(/^Not finished, from/);
  expect(screen.queryByText(/It may already be recorded$/)).toBeNull();
  const value = { userId: 'u1', call: 'updateVisit' as const, about: {}, serverId: 'v1' };
  store.dispatch(sentElsewhere([{ id: 'w1', value, savedAt: Date.now(), mapping: null }]));
  expect(await screen.findByText(/It may already be recorded$/)).toBeDefined();
});

test('a sign-out deletes every draft on the device, those of other tabs too', async () => {
  const device = aDevice('http://server.test');
  const responses = { ...created, 'POST /auth/logout': () => new Response(null, { status: 204 }) };
  const first = await openApp(paths.newItem(), responses, device);
  cleanup();
  const second = await openApp(paths.newItem(), responses, device);
  await typeItem();
  await second.dispatch((_dispatch, _getState, { flush }) => flush());
  const drafts = () => [...device.caches.keys()].filter((key) => key.startsWith('draft:'));
  expect(drafts()).toHaveLength(1);
  await first.dispatch(signOut());
  await waitFor(() => expect(drafts()).toEqual([]));
});

test.each([
  { form: 'New Item', path: paths.newItem(), call: 'POST /items', more: {} },
  { form: 'New User', path: paths.newUser(), call: 'POST /users', more: { Email: 'x@y.z', Password: 'long enough 7' } },
  { form: 'New Location', path: paths.newLocation(), call: 'POST /locations', more: {} },
])('$form cannot be changed, nor a draft be restored into it, while it is sent', async ({ path, call, more }) => {
  const gate = new Gate();
  gate.shut();
  const refused = Promise.resolve(json({ error: 'Not now' }, 500));
  const open = anOffice({ ...created, [call]: () => gate.pass(refused) });
  const store = await open(path);
  await userEvent.type(await field('Name'), 'Left behind');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  await open(path);
  await screen.findByRole('button', { name: 'Restore' });
  await userEvent.type(await field('Name'), 'Sent');
  for (const [label, text] of Object.entries(more)) await userEvent.type(await field(label), text);
  await press('Create');
  await screen.findByRole('button', { name: 'Creating…' });
  await userEvent.type(await field('Name'), ' too late');
  expect((await field('Name')).value).toBe('Sent');
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  gate.reopen();
  await screen.findByRole('alert');
  await userEvent.type(await field('Name'), ' again');
  expect((await field('Name')).value).toBe('Sent again');
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDefined();
});
