import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { aDelivery, boxes, location, locationVisit, unreachable, visit } from '../../../support/app/locationVisit';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const now = new Date().toISOString();
const open = { ...visit, startedAt: now };
const done = { ...visit, _id: 'v2', outcome: 'partial', startedAt: now, submittedAt: now };
const others = { ...open, _id: 'v3', rep: { _id: 'u9', name: 'Priya Nair' } };
/** It waited on the device, and reached the server today. */
const yesterday = { ...done, _id: 'v4', startedAt: visit.startedAt, submittedAt: visit.startedAt, createdAt: now };

const day = locationVisit({
  'GET /visits': () => json([open, done, others, yesterday]),
  'GET /deliveries': () => json({ data: [aDelivery()] }),
});

test('a rep sees their open visit first, then their own visits of today', async () => {
  await openApp(paths.dashboard(), day);
  const continueLink = await screen.findByRole('link', { name: `Continue at ${location.name} · 1 of 2 boxes` });
  expect(continueLink.getAttribute('href')).toBe('/visits/v1');
  const today = within(screen.getByRole('heading', { name: 'Today' }).closest('section') as HTMLElement);
  const rows = today.getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/visits/v1', '/deliveries/visit/v2']);
  expect(rows[1]?.textContent).toContain('partial');
});

test('the progress of a visit leaves out a box that is no longer used', async () => {
  const removed = { _id: 'b3', label: 'Old shelf', size: 'M', location, active: false, version: 2 };
  await openApp(paths.dashboard(), { ...day, 'GET /boxes': () => json([...boxes, removed]) });
  expect(await screen.findByRole('link', { name: `Continue at ${location.name} · 1 of 2 boxes` })).toBeDefined();
});

test('an open visit whose deliveries the device does not all know has no progress', async () => {
  const responses = { 'GET /deliveries': unreachable, 'POST /deliveries': () => json(aDelivery(), 201) };
  const store = await openApp(paths.dashboard(), { ...day, ...responses });
  await screen.findByRole('link', { name: `Continue at ${location.name}` });
  const lines = [{ item: 'i1', quantity: 3, packaging: 'each' as const }];
  const body = { repName: 'Ana', location: location._id, box: 'b1', visit: 'v1', lines };
  await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body)));
  expect(store.getState().visitDeliveriesCache.byKey.v1?.isPartial).toBe(true);
  expect(screen.getByRole('link', { name: /^Continue at / }).textContent).not.toContain('of 2 boxes');
});

test('a visit that an admin starts for a rep without a connection is not their own', async () => {
  const person = { ...anAdmin, roles: ['admin' as const, 'rep' as const] };
  const responses = { ...signedIn(person), 'GET /visits': () => json([]), 'POST /visits': unreachable };
  const store = await openApp(paths.dashboard(), { ...day, ...responses });
  await screen.findByText('No visits today.');
  const start = aWrite({ location: location._id, rep: 'u9' });
  await store.dispatch(visitsApi.endpoints.startVisit.initiate(start));
  expect(store.getState().queue.entries).toHaveLength(1);
  expect(screen.queryByRole('link', { name: /^Continue at / })).toBeNull();
  expect(screen.getByText('No visits today.')).toBeDefined();
});

test('the visits of the day are requested by rep, and those of other reps in the response are ignored', async () => {
  const queries: string[] = [];
  const visits = (request: Request) => {
    queries.push(new URL(request.url).searchParams.get('rep') ?? '');
    return json([open, others]);
  };
  await openApp(paths.dashboard(), { ...day, 'GET /visits': visits });
  const today = within((await screen.findByRole('heading', { name: 'Today' })).closest('section') as HTMLElement);
  expect(await today.findAllByRole('link')).toHaveLength(1);
  expect(new Set(queries)).toEqual(new Set(['u1']));
});

test('the list of locations shows the open visit on top', async () => {
  await openApp(paths.locations(), day);
  const continueLink = await screen.findByRole('link', { name: /^Continue at / });
  const [card] = await screen.findAllByRole('article');
  expect(continueLink.compareDocumentPosition(card as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('without a connection a device that has no visits does not say that there were none today', async () => {
  await openApp(paths.dashboard(), { ...day, 'GET /visits': unreachable });
  expect(await screen.findByText('No visits of today are on this device.')).toBeDefined();
  expect(screen.queryByText('No visits today.')).toBeNull();
});

test('an admin who is no rep has no day of visits', async () => {
  await openApp(paths.dashboard(), { ...day, ...signedIn(anAdmin) });
  await screen.findByText('✅ Connected');
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
});

test('a day that the server does not give is an error with Try again, not a day without visits', async () => {
  const responses: Responses = { ...day, 'GET /visits': () => json({ error: 'Not now' }, 503) };
  await openApp(paths.dashboard(), responses);
  const today = within((await screen.findByRole('heading', { name: 'Today' })).closest('section') as HTMLElement);
  expect((await today.findByRole('alert')).textContent).toBe('Failed to load recent visits');
  expect(today.queryByText('No visits today.')).toBeNull();
  responses['GET /visits'] = () => json([open, done]);
  await userEvent.click(today.getByRole('button', { name: 'Try again' }));
  expect(await today.findAllByRole('link')).toHaveLength(2);
});
