import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { NOT_REPLACED } from '../../../../src/state/outbox/editRefusedEntry';
import type { AppStore } from '../../../../src/state/root/types';
import { aDevice } from '../../../support/app/device';
import { currentPath, goWithin, json, openApp } from '../../../support/app/openApp';
import { locationVisit, unreachable, visit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const submitted = { ...visit, outcome: 'partial', note: 'Old note', submittedAt: '2026-11-20T16:00:00.000Z' };

async function openEdit(responses = {}, device = aDevice('http://server.test')): Promise<AppStore> {
  const given = locationVisit({ 'GET /visits/v1': () => json(submitted), ...responses });
  const store = await openApp(paths.editVisit('v1'), given, device);
  const note = await screen.findByLabelText('Note');
  await userEvent.clear(note);
  await userEvent.type(note, 'New note');
  return store;
}

test('the outcome and note of a submitted visit can be changed; Save opens its deliveries', async () => {
  let body: unknown;
  const patch = async (request: Request) => {
    body = await request.json();
    return json({ ...submitted, ...(body as object) });
  };
  await openEdit({ 'PATCH /visits/v1': patch });
  await userEvent.click(screen.getByRole('radio', { name: 'skipped' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Visit Details' })).toBeDefined();
  expect(currentPath()).toBe('/deliveries/visit/v1');
  expect(body).toEqual({ outcome: 'skipped', note: 'New note' });
});

test('completed stays disabled while a box is not refilled', async () => {
  await openEdit();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'completed' }).disabled).toBe(true);
  expect(screen.getByText('Refill all boxes to submit as completed')).toBeDefined();
});

test('while the boxes are not known, their error stands in place of the reason why completed is disabled', async () => {
  await openEdit({ 'GET /boxes': () => json({ error: 'Boxes are resting' }, 500) });
  expect(await screen.findByText('Boxes are resting')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'completed' }).disabled).toBe(true);
  expect(screen.queryByText('Refill all boxes to submit as completed')).toBeNull();
});

test('an error leaves the form with the next change', async () => {
  await openEdit({ 'PATCH /visits/v1': () => json({ error: 'Not your visit' }, 403) });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('radio', { name: 'skipped' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal keeps the form and says why', async () => {
  await openEdit({ 'PATCH /visits/v1': () => json({ error: 'Not your visit' }, 403) });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Request failed (403): {"error":"Not your visit"}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('New note');
});

test('without a connection the change is queued, and the visit shows it', async () => {
  await openEdit({ 'PATCH /visits/v1': unreachable });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No connection. Saved locally and will sync when back online.')).toBeDefined();
  expect(currentPath()).toBe('/deliveries/visit/v1');
  expect(await screen.findByText('New note')).toBeDefined();
  expect(screen.getByText('waiting to send')).toBeDefined();
});

test.each([
  ['the change was saved', () => json(submitted)],
  ['the change was queued', unreachable],
])('after %s, Back skips the form and opens the screen before it', async (_when, respond) => {
  const patched = { 'GET /visits/v1': () => json(submitted), 'PATCH /visits/v1': respond };
  await openApp(paths.locations(), locationVisit(patched));
  await screen.findByRole('heading', { name: 'Locations' });
  goWithin(paths.editVisit('v1'));
  await userEvent.type(await screen.findByLabelText('Note'), ', longer');
  await press('Save');
  await screen.findByRole('heading', { name: 'Visit Details' });
  await press('Back');
  await waitFor(() => expect(currentPath()).not.toBe(paths.visitDetails('v1')));
  expect(currentPath()).toBe(paths.locations());
});

test('an older draft cannot be restored while the form is being saved', async () => {
  const device = aDevice('http://server.test');
  const store = await openEdit({}, device);
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  await openEdit({ 'PATCH /visits/v1': () => new Promise<Response>(() => undefined) }, device);
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving…' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('an edit of a refused change replaces its queue entry, once however often Save is pressed', async () => {
  const requests: unknown[] = [];
  let respond: () => Response = unreachable;
  const patch = async (request: Request) => {
    const body = await request.json();
    if (respond !== unreachable) requests.push(body);
    return respond();
  };
  const store = await openEdit({ 'PATCH /visits/v1': patch });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('waiting to send');
  respond = () => json({ error: 'Too long' }, 422);
  store.dispatch(syncRequested({}));
  await screen.findByText('not sent');
  respond = () => json(submitted);
  goWithin(paths.editVisit('v1'));
  await userEvent.type(await screen.findByLabelText('Note'), ', mended');
  const save = screen.getByRole('button', { name: 'Save' });
  save.click();
  save.click();
  // The first try had no response, and this server can't tell what came of it: the person is warned, and decides.
  await screen.findByText(NOT_REPLACED.mayBeRecorded);
  save.click();
  save.click();
  await screen.findByText('Nothing waits. Everything you saved is on the server.');
  await waitFor(() => expect(store.getState().queue.entries).toEqual([]));
  expect(requests).toEqual([
    { outcome: 'partial', note: 'New note' },
    { outcome: 'partial', note: 'New note, mended' },
  ]);
});
