import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { NOT_REPLACED } from '../../../../src/state/outbox/editRefusedEntry';
import { aDevice } from '../../../support/app/device';
import { type Responses, json, openApp } from '../../../support/app/openApp';
import { locationVisit, unreachable, visit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const TOO_LONG = 'A note may have at most 10,000 characters';
const submitted = { ...visit, outcome: 'partial', note: 'Old note', submittedAt: '2026-11-20T16:00:00.000Z' };

const noteField = () => screen.findByLabelText<HTMLTextAreaElement>('Note');

/** What a screen reader says of the field beside its label. */
async function description(): Promise<string> {
  const ids = (await noteField()).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' | ');
}

async function paste(text: string): Promise<void> {
  await userEvent.click(await noteField());
  await userEvent.paste(text);
}

const announced = () => screen.getAllByRole('status').flatMap((status) => status.textContent || []);

/** Waits until the form has gone on to the next screen, so that it does not do so within the next test. */
const left = () => waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());

/** The bodies of the calls of one route, as they come in. */
function heard(route: string, responses: Responses = {}): { bodies: unknown[]; responses: Responses } {
  const bodies: unknown[] = [];
  const respond = async (request: Request) => {
    bodies.push(await request.json());
    return json(submitted);
  };
  return { bodies, responses: locationVisit({ ...responses, [route]: respond }) };
}

describe('the note of a visit', () => {
  test('shows a counter near its limit, which is announced once per bound', async () => {
    await openApp(paths.visit('v1'), locationVisit());
    await paste('x'.repeat(8_999));
    expect(await description()).toBe('');
    const said = new Set(announced());
    await paste('x');
    expect(await description()).toBe('9,000 of 10,000 characters');
    for (const more of [1, 1, 897, 2, 99]) {
      await paste('x'.repeat(more));
      for (const text of announced()) said.add(text);
    }
    expect(await description()).toBe('10,000 of 10,000 characters');
    expect([...said]).toEqual(['Fewer than 1,000 characters left', 'Fewer than 100 characters left']);
  });

  test('counts an emoji as one character', async () => {
    const { bodies, responses } = heard('POST /visits/v1/submit');
    await openApp(paths.visit('v1'), responses);
    await paste('🧃'.repeat(10_000));
    expect(await description()).toBe('10,000 of 10,000 characters');
    await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
    await press('Submit Visit');
    await waitFor(() => expect(bodies).toEqual([{ outcome: 'partial', note: '🧃'.repeat(10_000) }]));
    await left();
  });

  test.each([
    ['submitted', paths.visit('v1'), 'POST /visits/v1/submit', 'Submit Visit', {}],
    [
      'edited',
      paths.editVisit('v1'),
      'PATCH /visits/v1',
      'Save',
      { 'GET /visits/v1': () => json({ ...submitted, note: '' }) },
    ],
  ])(
    'that is pasted too long is not cut, and is not %s until it is shortened',
    async (_how, path, route, button, given) => {
      const { bodies, responses } = heard(route, given);
      await openApp(path, responses);
      await paste('x'.repeat(10_345));
      const field = await noteField();
      expect(field.value).toHaveLength(10_345);
      expect(await description()).toBe(`10,345 of 10,000 characters: 345 too many | ${TOO_LONG}`);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(announced()).toEqual([]);
      expect(screen.getByRole('alert').textContent).toBe(TOO_LONG);

      await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
      await press(button);
      expect(document.activeElement).toBe(field);
      expect(bodies).toEqual([]);

      field.setSelectionRange(0, 345);
      await userEvent.keyboard('{Backspace}');
      expect(await description()).toBe('10,000 of 10,000 characters');
      await press(button);
      await waitFor(() => expect(bodies).toEqual([{ outcome: 'partial', note: 'x'.repeat(10_000) }]));
      await left();
    },
  );

  test('of an older draft is restored whole and marked as too long', async () => {
    const device = aDevice('http://server.test');
    const store = await openApp(paths.visit('v1'), locationVisit(), device);
    await paste('x'.repeat(20_000));
    await store.dispatch((_dispatch, _getState, { flush }) => flush());
    cleanup();
    await openApp(paths.visit('v1'), locationVisit(), device);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await noteField()).value).toHaveLength(20_000);
    expect(await description()).toContain(TOO_LONG);
  });
});

describe('a stored note that is longer than the limit', () => {
  const note = 'x'.repeat(20_000);
  const given = { 'GET /visits/v1': () => json({ ...submitted, note }) };

  test('stays unchanged on the server when only the outcome is changed', async () => {
    const { bodies, responses } = heard('PATCH /visits/v1', given);
    await openApp(paths.editVisit('v1'), responses);
    await noteField();
    expect(await description()).toBe('Longer than notes may be now. It stays as it is until you change it.');
    await userEvent.click(screen.getByRole('radio', { name: 'skipped' }));
    await press('Save');
    await waitFor(() => expect(bodies).toEqual([{ outcome: 'skipped' }]));
    await left();
  });

  test('must be within the limit once it is changed', async () => {
    const { bodies, responses } = heard('PATCH /visits/v1', given);
    await openApp(paths.editVisit('v1'), responses);
    await paste('y');
    expect(await description()).toBe(`20,001 of 10,000 characters: 10,001 too many | ${TOO_LONG}`);
    await press('Save');
    expect(bodies).toEqual([]);
  });

  test('stays unchanged when its open visit is submitted', async () => {
    const { bodies, responses } = heard('POST /visits/v1/submit', { 'GET /visits/v1': () => json({ ...visit, note }) });
    await openApp(paths.visit('v1'), responses);
    await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
    await press('Submit Visit');
    await waitFor(() => expect(bodies).toEqual([{ outcome: 'partial' }]));
    await left();
  });
});

test('a queued note from before the limit is refused and can be shortened, none of it lost', async () => {
  const sent: unknown[] = [];
  let respond: () => Response | Promise<Response> = unreachable;
  const patch = async (request: Request) => {
    const body = (await request.json()) as { note: string };
    if (respond !== unreachable) sent.push(body.note.length);
    return respond();
  };
  const given = locationVisit({ 'GET /visits/v1': () => json(submitted), 'PATCH /visits/v1': patch });
  const device = aDevice('http://server.test');
  const store = await openApp(paths.visitDetails('v1'), given, device);
  await screen.findByRole('heading', { name: 'Visit Details' });
  const body = { note: 'x'.repeat(12_000) };
  await store.dispatch(
    visitsApi.endpoints.updateVisit.initiate({
      writeId: 'w1',
      id: 'v1',
      body,
      base: { baseVersion: null, over: null },
    }),
  );
  await screen.findByText('waiting to send');
  respond = () => json({ error: TOO_LONG }, 400);
  store.dispatch(syncRequested({}));
  await screen.findByText('not sent');
  cleanup();

  const opened = await openApp(paths.editVisit('v1'), given, device);
  // A fresh start tries what was refused, too.
  await waitFor(() => expect(opened.getState().queue.entries).toMatchObject([{ state: 'refused', attempts: 3 }]));
  await waitFor(() => expect(opened.getState().queue.replaying).toBe(false));
  const field = await noteField();
  await waitFor(() => expect(field.value).toHaveLength(12_000));
  expect(await description()).toContain('2,000 too many');
  field.focus();
  field.setSelectionRange(0, 2_000);
  await userEvent.keyboard('{Backspace}');
  respond = () => json(submitted);
  await press('Save');
  // The first try had no response, and this server can't tell what came of it.
  await screen.findByText(NOT_REPLACED.mayBeRecorded);
  await press('Save');
  await waitFor(() => expect(sent.at(-1)).toBe(10_000));
  await left();
});
