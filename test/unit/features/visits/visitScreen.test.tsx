import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { paths } from '../../../../src/paths';
import { aDevice } from '../../../support/app/device';
import { type Responses, currentPath, goWithin, json, openApp } from '../../../support/app/openApp';
import { aDelivery, boxes, locationVisit, unreachable, visit } from '../../../support/app/locationVisit';

const refills = (count: number) => ({
  'GET /deliveries': () => json(boxes.slice(0, count).map((box, index) => aDelivery({ _id: `d${index}`, box }))),
});
const openVisit = (responses: Responses = {}) => openApp(paths.visit('v1'), locationVisit(responses));
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Visit' });
const boxRow = async (label: string) => {
  const row = (await screen.findByText(label)).closest('li');
  if (!row) throw new Error(`${label} stands in no row`);
  return within(row);
};

async function submit(outcome: string): Promise<void> {
  await userEvent.click(await radio(outcome));
  await userEvent.click(submitButton());
}

describe('the boxes', () => {
  test('each box shows whether it is refilled, and only the others have the link to refill', async () => {
    await openVisit(refills(1));
    expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
    const cooler = await boxRow('Cooler');
    expect(cooler.getByText('refilled')).toBeDefined();
    expect(cooler.getByText('3 each Cola')).toBeDefined();
    expect(cooler.queryByRole('link', { name: 'Refill this box' })).toBeNull();
    expect(cooler.getByRole('link').getAttribute('href')).toBe('/deliveries/d0');
    const shelf = await boxRow('Shelf');
    expect(shelf.getByText('not filled')).toBeDefined();
    const href = shelf.getByRole('link', { name: 'Refill this box' }).getAttribute('href');
    expect(href).toBe('/deliveries/new?visit=v1&box=b2');
  });

  test('when the deliveries cannot be loaded the screen says so, and no box counts as refilled', async () => {
    await openVisit({ 'GET /deliveries': () => json({ error: 'broken' }, 500) });
    expect(await screen.findByText('Failed to load visit deliveries')).toBeDefined();
    expect(await screen.findByText('0 of 2 boxes refilled')).toBeDefined();
  });
});

test('the boxes of a location that is newer than the list on the device count as unknown, not as none', async () => {
  const elsewhere = { ...boxes[0], location: { _id: 'l9', name: 'Elsewhere' } };
  const app = await openApp(
    paths.boxes(),
    locationVisit({
      'GET /boxes': (request) =>
        request.url.includes('location=') ? json({ error: 'broken' }, 500) : json([elsewhere]),
    }),
  );
  await waitFor(() => expect(app.getState().boxesCache.byKey).toHaveProperty('all'));
  goWithin(paths.visit('v1'));
  expect(await screen.findByText('broken')).toBeDefined();
  expect(screen.queryByText('No boxes found for this location.')).toBeNull();
  expect((await radio('completed')).checked).toBe(false);
});

describe('the outcome', () => {
  test('completed is disabled with a hint until every box is refilled', async () => {
    await openVisit(refills(1));
    await screen.findByText('1 of 2 boxes refilled');
    expect((await radio('completed')).disabled).toBe(true);
    expect(screen.getByText('Refill all boxes to submit as completed')).toBeDefined();
    for (const other of ['partial', 'no access', 'skipped']) expect((await radio(other)).disabled).toBe(false);
    expect(submitButton().disabled).toBe(false);
  });

  test('completed can be chosen without a hint once every box is refilled', async () => {
    await openVisit(refills(2));
    await screen.findByText('2 of 2 boxes refilled');
    expect((await radio('completed')).disabled).toBe(false);
    expect(screen.queryByText('Refill all boxes to submit as completed')).toBeNull();
  });

  test('completed cannot be submitted once a box is no longer refilled', async () => {
    await openVisit({ 'GET /visits/v1': () => json({ ...visit, outcome: 'completed' }) });
    await screen.findByText('0 of 2 boxes refilled');
    expect(submitButton().disabled).toBe(true);
  });

  test('a form without an outcome is not sent and says why', async () => {
    let sent = 0;
    await openVisit({ 'POST /visits/v1/submit': () => json({ ...visit, sent: ++sent }) });
    await screen.findByText('0 of 2 boxes refilled');
    await userEvent.click(submitButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Please select an outcome before submitting.');
    expect(sent).toBe(0);
  });
});

describe('with every box refilled', () => {
  test('completed is preselected, also with a note, and another outcome can be chosen', async () => {
    const bodies: unknown[] = [];
    const post = async (request: Request) => {
      bodies.push(await request.json());
      return json({ error: 'The store is closed' }, 400);
    };
    await openVisit({ ...refills(2), 'POST /visits/v1/submit': post });
    await waitFor(async () => expect((await radio('completed')).checked).toBe(true));
    await userEvent.type(await screen.findByLabelText('Note'), 'Done');
    await userEvent.click(submitButton());
    await screen.findByText('The store is closed');
    await userEvent.click(await radio('partial'));
    await waitFor(() => expect(submitButton().disabled).toBe(false));
    await userEvent.click(submitButton());
    const outcomes = ['completed', 'partial'].map((outcome) => ({ outcome, note: 'Done' }));
    await waitFor(() => expect(bodies).toEqual(outcomes));
  });

  test('Submit Visit pressed twice within one task submits once', async () => {
    let isRequested = false;
    const neverResponds = () => {
      isRequested = true;
      return new Promise<Response>(() => undefined);
    };
    const store = await openVisit({ ...refills(2), 'POST /visits/v1/submit': neverResponds });
    await waitFor(async () => expect((await radio('completed')).checked).toBe(true));
    const form = submitButton().closest('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await waitFor(() => expect(isRequested).toBe(true));
    expect(Object.values(store.getState().api.mutations).map((one) => one?.endpointName)).toEqual(['submitVisit']);
  });
});

describe('submitting', () => {
  test('sends outcome and note, says that it is submitting, and opens the dashboard', async () => {
    let body: unknown;
    let respond: (response: Response) => void = () => undefined;
    await openVisit({
      'POST /visits/v1/submit': async (request) => {
        body = await request.json();
        return new Promise((resolve) => {
          respond = resolve;
        });
      },
    });
    await userEvent.type(await screen.findByLabelText('Note'), 'Key is with Dana');
    await submit('no access');
    expect(await screen.findByRole('button', { name: 'Submitting…' })).toBeDefined();
    await waitFor(() => expect(body).toEqual({ outcome: 'no_access', note: 'Key is with Dana' }));
    respond(json({ ...visit, outcome: 'no_access', submittedAt: '2026-11-20T16:00:00.000Z' }));
    expect(await screen.findByText('Visit submitted ✅')).toBeDefined();
    expect(currentPath()).toBe('/?done=visit');
  });

  test.each([
    ['An outcome is required', 'Please select an outcome before submitting.'],
    ['No lines were delivered', 'Please refill at least one box before submitting.'],
    ['The store is closed', 'The store is closed'],
    ['', 'Failed to submit visit. Please try again.'],
  ])('shows the refusal "%s" as "%s" until it clears by itself, and keeps the form', async (error, message) => {
    await openVisit({ 'POST /visits/v1/submit': () => json(error ? { error } : {}, 400) });
    await submit('partial');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect((await radio('partial')).checked).toBe(true);
    expect(submitButton().disabled).toBe(false);
  });

  test('without a connection saves the submit on the device, says so, and shows it as waiting to send', async () => {
    await openVisit({ 'POST /visits/v1/submit': unreachable });
    await submit('skipped');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('No connection. Saved locally and will sync when back online.');
    expect(currentPath()).toBe('/?queued=1');
    window.history.back();
    expect(await screen.findByRole('button', { name: 'Visit Submitted' })).toBeDefined();
    expect(screen.getByText('waiting to send')).toBeDefined();
  });

  test('restores a note typed before a box was opened', async () => {
    await openVisit();
    await userEvent.type(await screen.findByLabelText('Note'), 'Half typed');
    await userEvent.click((await screen.findAllByRole('link', { name: 'Refill this box' }))[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'New Delivery' });
    window.history.back();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note')).value).toBe('Half typed');
  });
});

test('a submitted visit is read-only: radios, note, links and button', async () => {
  const submitted = { ...visit, outcome: 'partial', note: 'Done', submittedAt: '2026-11-20T16:00:00.000Z' };
  await openVisit({ 'GET /visits/v1': () => json(submitted) });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Visit Submitted' });
  await screen.findByText('0 of 2 boxes refilled');
  expect(button.disabled).toBe(true);
  expect((await radio('partial')).checked).toBe(true);
  expect((await radio('skipped')).matches(':disabled')).toBe(true);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').readOnly).toBe(true);
  expect(screen.queryByRole('link', { name: 'Refill this box' })).toBeNull();
});

test('at a deactivated location no box can be refilled, and the visit can be submitted', async () => {
  await openVisit({ 'GET /locations': () => json([{ ...visit.location, active: false, version: 2 }]) });
  expect(await screen.findByText('This location was deactivated. Its boxes take no refill.')).toBeDefined();
  expect(await boxRow('Cooler')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Refill this box' })).toBeNull();
  expect(submitButton().disabled).toBe(false);
});

test.each([
  ['Visit not found', () => json({ error: 'Visit not found' }, 404)],
  ['not found', () => json({ visit: null })],
  ['Failed to load visit', () => json({ error: 'broken' }, 500)],
])('"%s" stands in place of a visit that can not be shown', async (text, respond) => {
  await openVisit({ 'GET /visits/v1': respond });
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit Visit' })).toBeNull();
});

test('a visit opened after a delivery says that the delivery is recorded', async () => {
  await openApp(paths.visit('v1', { done: 'delivery' }), locationVisit());
  expect(await screen.findByText('Delivery recorded ✅')).toBeDefined();
});

test('the error of a submit that no disk had room for goes away when the submit is saved', async () => {
  const device = aDevice('http://server.test');
  const responses = locationVisit({ 'POST /visits/v1/submit': unreachable });
  await openApp(paths.visit('v1'), responses, device);
  await radio('no access');
  device.isDiskFull = true;
  await submit('no access');
  expect(await screen.findByText(messages.couldNotSave)).toBeDefined();
  device.isDiskFull = false;
  await userEvent.click(submitButton());
  await waitFor(() => expect(currentPath()).toBe('/?queued=1'));
  expect(screen.queryByText(messages.couldNotSave)).toBeNull();
});
