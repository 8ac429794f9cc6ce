import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../src/paths';
import { currentPath, json, openApp } from '../../setup/openApp';
import { storeVisit, unreachable, visit } from '../storeVisit';

const submitted = { ...visit, outcome: 'partial', note: 'Old note', submittedAt: '2026-11-20T16:00:00.000Z' };

async function openEdit(answers = {}): Promise<void> {
  await openApp(paths.editVisit('v1'), storeVisit({ 'GET /visits/v1': () => json(submitted), ...answers }));
  const note = await screen.findByLabelText('Note');
  await userEvent.clear(note);
  await userEvent.type(note, 'New note');
}

test('a submitted visit can still change outcome and note; Save goes to its deliveries', async () => {
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

test('completed stays out of reach while boxes are not refilled', async () => {
  await openEdit();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'completed' }).disabled).toBe(true);
  expect(screen.getByText('Refill all boxes to submit as completed')).toBeDefined();
});

test('a refusal keeps the form and says why', async () => {
  await openEdit({ 'PATCH /visits/v1': () => json({ error: 'Not your visit' }, 403) });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Request failed (403): {"error":"Not your visit"}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('New note');
});

test('without a connection the change is kept and the visit is shown with it', async () => {
  await openEdit({ 'PATCH /visits/v1': unreachable });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No connection. Saved locally and will sync when back online.')).toBeDefined();
  expect(currentPath()).toBe('/deliveries/visit/v1');
  expect(await screen.findByText('New note')).toBeDefined();
  expect(screen.getByText('waiting to send')).toBeDefined();
});
