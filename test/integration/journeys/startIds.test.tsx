import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { visitsApi } from '../../../src/api/visitsApi';
import { syncRequested } from '../../../src/offline/actions';
import { IDEMPOTENCY_KEY_HEADER } from '../../../src/contract/headers';
import { HOUR_MS } from '../../../src/domain/durations';
import { paths } from '../../../src/paths';
import { visits } from '../../../src/server/db/schema';
import type { AppStore } from '../../../src/state/root/types';
import { currentPath, goWithin } from '../../support/app/openApp';
import { aWrite } from '../../support/app/aWrite';
import { aRepsDay, goToLocations, openVisit } from '../../support/app/aRepsDay';
import { press } from '../../support/app/press';
import { noteWriteIds, recordThen, serverError } from './lostResponses';

const day = aRepsDay();

const START = 'Start / Continue Visit';
const visitRows = () => day.server.db.select().from(visits);
const submitAllVisits = () => day.server.db.update(visits).set({ outcome: 'skipped', submittedAt: new Date() });

/** Ana at Locations. */
async function anaAtLocations(): Promise<AppStore> {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  return app;
}

/** The same after a start that was recorded, with a response of 500. */
async function startOfUnknownOutcome(): Promise<AppStore> {
  const app = await anaAtLocations();
  recordThen(day, serverError);
  await press(START);
  await screen.findByText(/^Request failed \(500\)/);
  return app;
}

afterEach(() => vi.useRealTimers());

test('30 Start Visit pressed again after a lost response, in a new tab too, has the same write id: one visit', async () => {
  const app = await anaAtLocations();
  const ids = noteWriteIds(day, (count) => (count < 3 ? serverError() : null));
  await press(START);
  await screen.findByText(/^Request failed \(500\)/);
  await press(START);
  await waitFor(() => expect(ids).toHaveLength(2));
  await app.dispatch((_dispatch, _getState, { flush }) => flush());
  await day.openApp(paths.locations());
  await openVisit();
  expect(new Set(ids).size).toBe(1);
  expect(await visitRows()).toHaveLength(1);
});

test('9 Start Visit has a new write id after a success and after a refusal', async () => {
  await anaAtLocations();
  const ids = noteWriteIds(day, (count) =>
    count === 2 ? Response.json({ error: 'Not today' }, { status: 409 }) : null,
  );
  await openVisit();
  await goToLocations();
  await press(START);
  await screen.findByText(/Not today/);
  await openVisit();
  expect(new Set(ids).size).toBe(3);
});

test('30 a start whose id was cancelled is started under a new one', async () => {
  const app = await anaAtLocations();
  let id: string | null = null;
  day.device.network.passing = async (request, send) => {
    if (request.method === 'GET') return send();
    id = request.headers.get(IDEMPOTENCY_KEY_HEADER);
    day.device.network.passing = null;
    return serverError();
  };
  await press(START);
  await screen.findByText(/^Request failed \(500\)/);
  // Another tab queued it under its id, and there it was discarded.
  const { transport } = app.dispatch((_dispatch, _getState, extra) => extra);
  expect(await transport({ method: 'DELETE', path: `/writes/${id}` })).toMatchObject({ data: { state: 'cancelled' } });
  await openVisit();
  expect(await visitRows()).toHaveLength(1);
});

test('30 a start pressed on the card and again on the start screen makes one visit, and opens it', async () => {
  await startOfUnknownOutcome();
  goWithin(paths.startVisit());
  await screen.findByRole('option', { name: 'Corner Store' });
  // Without the server's rule of one open visit the id alone keeps it one.
  await submitAllVisits();
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Store');
  await press('Start');
  const [only] = await visitRows();
  await waitFor(() => expect(currentPath()).toBe(paths.visit(only?.id ?? '')));
  expect(await visitRows()).toHaveLength(1);
});

test('30 a start one hour after a lost response is a new one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const app = await startOfUnknownOutcome();
  await submitAllVisits();
  vi.setSystemTime(Date.now() + HOUR_MS + 1_000);
  day.server.time.now = new Date();
  await openVisit();
  expect(await visitRows()).toHaveLength(2);
  expect(Object.values(app.getState().drafts).filter(({ form }) => form)).toEqual([]);
});

test('30 a start after a visit that the device knows as submitted is a new one, however soon', async () => {
  const app = await startOfUnknownOutcome();
  const [first] = await visitRows();
  await submitAllVisits();
  await app.dispatch(visitsApi.endpoints.getVisit.initiate(first?.id ?? ''));
  await openVisit();
  expect(await visitRows()).toHaveLength(2);
});

test('30 a start without a signal, after a visit that this device submitted, is a new one, however soon', async () => {
  const app = await startOfUnknownOutcome();
  const [first] = await visitRows();
  day.server.time.now = new Date(Date.now() + 1_000);
  const { getVisit, submitVisit } = visitsApi.endpoints;
  await app.dispatch(getVisit.initiate(first?.id ?? ''));
  await app.dispatch(
    submitVisit.initiate({ id: first?.id ?? '', ...aWrite({ outcome: 'skipped' as const, note: '' }) }),
  );
  day.device.network.passing = async () => {
    throw new TypeError('Failed to fetch');
  };
  await press(START);
  await waitFor(() => expect(app.getState().queue.entries).toHaveLength(1));
  day.device.network.passing = null;
  app.dispatch(syncRequested({}));
  await waitFor(() => expect(app.getState().queue.entries).toHaveLength(0));
  expect(await visitRows()).toHaveLength(2);
});
