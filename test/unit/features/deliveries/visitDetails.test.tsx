import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_BOM } from '../../../../src/domain/csv';
import { entryQueued } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { catchDownloads } from '../../../support/app/catchDownloads';
import { type Responses, aRep, json, openApp, startEnded } from '../../../support/app/openApp';
import { aDelivery, boxes, locationVisit } from '../../../support/app/locationVisit';
import { aSummary } from '../../../support/queue/anEntry';

const openDetails = (responses: Responses = {}) => openApp(paths.visitDetails('v1'), locationVisit(responses));
const twoBoxes = [aDelivery(), aDelivery({ _id: 'd2', box: boxes[1], total: 10.5 })];
const exportLines = () => userEvent.click(screen.getByRole('button', { name: 'Export Lines (CSV)' }));

test('the heading sums up boxes and total, and each delivery links to its box and its edit', async () => {
  await openDetails({ 'GET /deliveries': () => json({ data: twoBoxes }) });
  expect(await screen.findByRole('row', { name: /Cooler \(S\) 1 \$3\.75/ })).toBeDefined();
  expect(screen.getByText('$14.25')).toBeDefined();
  const hrefs = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(hrefs('view box')).toEqual(['/deliveries/d1', '/deliveries/d2']);
  expect(hrefs('Edit')).toEqual(['/deliveries/d1/edit', '/deliveries/d2/edit']);
  expect(hrefs('Print Summary')).toEqual(['/visits/v1/print']);
});

test('the CSV is built in the browser, with a row per line, and named after visit, location and day', async () => {
  await openDetails({ 'GET /deliveries': () => json(twoBoxes) });
  await screen.findByRole('row', { name: /Shelf/ });
  const saved = catchDownloads();
  await exportLines();
  expect(saved[0]?.name).toMatch(/^visit_v1_Corner-Pantry_\d{4}-\d{2}-\d{2}\.csv$/);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.blob.arrayBuffer());
  expect(text.startsWith(`${CSV_BOM}Date,Location,Address,Rep,VisitId`)).toBe(true);
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
  expect(await screen.findByText(`Saved ${saved[0]?.name}`)).toBeDefined();
});

test('the CSV has what waits under "not yet sent", and leaves out what the server refused', async () => {
  const store = await openDetails({ 'GET /deliveries': () => json([aDelivery()]) });
  // A pass reads the disk, which does not have the entries below.
  await startEnded(store);
  const ofVisit = { userId: aRep._id, visitId: 'v1' };
  const aBody = (box: string) => ({ repName: 'Ana', location: 'l1', box, visit: 'v1', lines: [] });
  const waiting = { ...ofVisit, id: 'e1', creates: 'local-e1', body: aBody('b2') };
  const refused = { ...ofVisit, id: 'e2', seq: 2, creates: 'local-e2', body: aBody('b1') };
  const lastError = { status: 422, text: 'Closed.', at: 0 };
  act(() => {
    store.dispatch(entryQueued(aSummary(waiting)));
    store.dispatch(entryQueued(aSummary(refused, { state: 'refused', lastError })));
  });
  await screen.findByRole('row', { name: /not sent/ });
  const saved = catchDownloads();
  await exportLines();
  const rows: string[][] = parse((await saved[0]?.blob.text()) ?? '', { bom: true, from: 2 });
  expect(rows.map((row) => row[5])).toEqual(['not yet sent', 'd1']);
  expect(await screen.findByText(`Saved ${saved[0]?.name}, without 1 refused delivery`)).toBeDefined();
});

test('the CSV has a recorded delivery whose edit the server refused, and the screen says so', async () => {
  const store = await openDetails({ 'GET /deliveries': () => json([aDelivery()]) });
  await screen.findByRole('row', { name: /Cooler/ });
  await startEnded(store);
  const edit = { call: 'updateDelivery', method: 'PATCH', path: '/deliveries/d1', body: { lines: [] } } as const;
  const lastError = { status: 409, text: 'Closed.', at: 0 };
  const refused = aSummary({ ...edit, userId: aRep._id, visitId: 'v1' }, { state: 'refused', lastError });
  act(() => void store.dispatch(entryQueued(refused)));
  await screen.findByText('not sent');
  const saved = catchDownloads();
  await exportLines();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await screen.findByText(`Saved ${saved[0]?.name}, with unsent edits of 1 delivery`)).toBeDefined();
});

test('deliveries of another visit in the response are ignored', async () => {
  const foreign = aDelivery({ _id: 'd9', visit: 'v9' });
  await openDetails({ 'GET /deliveries': () => json([foreign]) });
  expect(await screen.findByText('No deliveries yet for this visit.')).toBeDefined();
  await exportLines();
  expect((await screen.findByRole('alert')).textContent).toBe('No deliveries for this visit');
});

test('the export waits until the deliveries have loaded', async () => {
  let respond: (response: Response) => void = () => undefined;
  await openDetails({ 'GET /deliveries': () => new Promise<Response>((resolve) => (respond = resolve)) });
  await screen.findByText('Corner Pantry');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export Lines (CSV)' });
  expect(button.disabled).toBe(true);
  respond(json([]));
  await waitFor(() => expect(button.disabled).toBe(false));
});

test('the export reports that the visit is not loaded', async () => {
  await openDetails({ 'GET /visits/v1': () => json({ error: 'broken' }, 500) });
  expect(await screen.findByText('Failed to load visit')).toBeDefined();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export Lines (CSV)' });
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(screen.queryByText('No deliveries yet for this visit.')).toBeNull();
  await exportLines();
  expect(await screen.findByText('Visit not loaded')).toBeDefined();
});

test('the screen reports under the visit that the deliveries cannot be loaded', async () => {
  await openDetails({ 'GET /deliveries': () => json({ error: 'broken' }, 500) });
  expect(await screen.findByText('Failed to load deliveries for visit')).toBeDefined();
  expect(await screen.findByText('Corner Pantry')).toBeDefined();
});

test('a visit that was discarded on this device is not found, without Try again or a word about its deliveries', async () => {
  await openApp(paths.visitDetails('local-gone'), locationVisit());
  expect(await screen.findByText('Visit not found')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText('No deliveries yet for this visit.')).toBeNull();
});
