import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { paths } from '../../../src/paths';
import { storageMeasured, updateBecameReady } from '../../../src/state/slices/deviceSlice';
import { draftDropped, draftSaved } from '../../../src/state/slices/draftsSlice';
import { aRep, json, openApp, signedIn } from '../../support/app/openApp';

/* After a deploy another tab has taken the new version: the server and the cache lack the code of this build. */
const { gone } = vi.hoisted(() => ({
  gone: () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));
vi.mock('../../../src/app/SignOutDialog', gone);
vi.mock('../../../src/app/UpdatePrompt', gone);

const openLocations = async () => {
  const store = await openApp(paths.locations(), {
    ...signedIn(aRep),
    'GET /locations': () => json([]),
    'GET /boxes': () => json([]),
    'GET /items': () => json([]),
    'GET /health': () => json({ ok: true, now: new Date().toISOString() }),
    'POST /auth/logout': () => json({}),
  });
  await screen.findByText('Hi, Ana');
  return store;
};

test('Logout asks before a filled form is lost, although the code of its dialog is gone', async () => {
  const store = await openLocations();
  store.dispatch(draftSaved({ id: 'w1', form: 'a form', value: { note: 'typed' }, savedAt: Date.now() }));
  const logout = screen.getByRole('button', { name: 'Logout' });
  await userEvent.click(logout);
  await screen.findByText(/Press Logout again/);
  expect(store.getState().session.status).toBe('present');
  await userEvent.click(logout);
  await vi.waitFor(() => expect(store.getState().session.status).toBe('absent'));
});

test('the new version is offered beside the notices of the device, although the code of the offer is gone', async () => {
  const store = await openLocations();
  store.dispatch(storageMeasured({ spaceLeftBytes: 1_000, storagePersisted: true }));
  await screen.findByText(/Little space is left/);
  store.dispatch(updateBecameReady());
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.getByText(/Little space is left/)).toBeDefined();
});

/** A filled form, of which Logout has warned; the warning is dismissed. */
async function openWarned() {
  const store = await openLocations();
  const fill = (id: string) =>
    store.dispatch(draftSaved({ id, form: `form ${id}`, value: { note: 'typed' }, savedAt: Date.now() }));
  const logout = screen.getByRole('button', { name: 'Logout' });
  fill('w1');
  await userEvent.click(logout);
  await userEvent.click(await screen.findByRole('button', { name: /^Dismiss: .*Press Logout again/ }));
  const expectWarning = async () => {
    await userEvent.click(logout);
    await screen.findByText(/Press Logout again/);
    expect(store.getState().session.status).toBe('present');
  };
  return { store, fill, expectWarning };
}

test('Logout asks again when another form was filled after its question', async () => {
  const { fill, expectWarning } = await openWarned();
  fill('w2');
  await expectWarning();
});

test('Logout warns again when the form of its warning was sent and another form was filled', async () => {
  const { store, fill, expectWarning } = await openWarned();
  act(() => void store.dispatch(draftDropped('w1')));
  act(() => void fill('w2'));
  await expectWarning();
});
