import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { App } from '../../../src/app/App';
import { dayStartMs } from '../../../src/domain/dates';
import { connectivityChanged } from '../../../src/offline/actions';
import { paths } from '../../../src/paths';
import { hashPassword } from '../../../src/server/auth/passwords';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession, signIn } from '../../../src/state/session/session';
import type { AppStore } from '../../../src/state/root/types';
import { aStockedLocation, type StockedLocation } from '../server/aStockedLocation';
import { aUser } from '../server/builders';
import { startTestServer, type TestServer } from '../server/harness';
import { aDevice, type Device, noNetwork } from './device';
import { startEnded, turnOffActWarning } from './openApp';
import { press } from './press';

const PASSWORD = 'correct horse battery';
const SERVER_START_MS = 240_000;

/** A rep with a device, the real server and a location to visit. Everything but the server is new for each test. */
export interface RepsDay {
  server: TestServer;
  device: Device;
  /** Corner Store with two boxes and Cola. */
  location: StockedLocation;
  /** The e-mail addresses of two reps, Ana and Bo. */
  ana: string;
  bo: string;
  /** Opens the app in a new tab of the device, as after a reload or a killed tab. */
  openApp(path: string): Promise<AppStore>;
  signIn(app: AppStore, email: string): Promise<void>;
  loseSignal(app: AppStore): void;
  regainSignal(app: AppStore): void;
}

function showApp(app: AppStore, path: string): void {
  turnOffActWarning();
  cleanup();
  window.history.replaceState(null, '', path);
  render(<App store={app} />);
}

/** Call it at the top of a test file. The server runs for all its tests. */
export function aRepsDay(): RepsDay {
  const day = {
    openApp: async (path) => {
      const app = await day.device.open();
      app.dispatch(connectivityChanged({ online: day.device.network.fault === null }));
      showApp(app, path);
      await app.dispatch(checkSession());
      void app.dispatch(prefetchIfStale(dayStartMs(new Date())));
      return app;
    },
    signIn: async (app, email) => {
      expect(await app.dispatch(signIn({ email, password: PASSWORD }))).toBeNull();
      await screen.findByRole('heading', { name: 'Dashboard' });
      await startEnded(app);
    },
    loseSignal: (app) => {
      day.device.network.fault = noNetwork;
      app.dispatch(connectivityChanged({ online: false }));
    },
    regainSignal: (app) => {
      day.device.network.fault = null;
      app.dispatch(connectivityChanged({ online: true }));
    },
  } as RepsDay;
  let url = '';
  beforeAll(async () => {
    day.server = await startTestServer();
    url = await day.server.listen();
  }, SERVER_START_MS);
  beforeEach(async () => {
    const { server } = day;
    await server.reset();
    server.time.now = new Date();
    const passwordHash = await hashPassword(PASSWORD);
    day.ana = (await aUser(server.db, { name: 'Ana', passwordHash })).email;
    day.bo = (await aUser(server.db, { name: 'Bo', passwordHash })).email;
    day.location = await aStockedLocation(server.db);
    day.device = aDevice(url);
  });
  afterAll(() => day.server.close());
  return day;
}

/** From Locations into the visit of the one store. */
export async function openVisit(): Promise<void> {
  await press('Start / Continue Visit');
  await screen.findByText(/boxes refilled/);
}

/** From the visit: opens the first box that is not filled, and adds so many colas. */
export async function fillBox(colas: number): Promise<void> {
  const [refill] = await screen.findAllByRole('link', { name: 'Refill this box' });
  if (!refill) throw new Error('No box is left to refill');
  await userEvent.click(refill);
  await addColas(colas);
}

/** In the form of a box: adds a line of so many colas. */
export async function addColas(colas: number): Promise<void> {
  const item = await screen.findByRole('combobox', { name: 'Item' });
  await userEvent.selectOptions(item, await screen.findByRole('option', { name: 'Cola' }));
  const quantity = screen.getByRole('spinbutton', { name: 'Quantity' });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, String(colas));
  await press('Add item');
}

export async function submitBox(): Promise<void> {
  await press('Submit box');
}

export async function submitVisit(outcome: string, note: string): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: outcome }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), note);
  await press('Submit Visit');
}

/** Follows the header's link to the outbox. */
export async function openOutbox(): Promise<void> {
  await userEvent.click(await screen.findByRole('link', { name: /^\d+ (waiting|not sent)$/ }));
  await screen.findByRole('heading', { name: 'Outbox' });
}

/** Follows a link of the main navigation. */
export async function goToLocations(): Promise<void> {
  await userEvent.click(await screen.findByRole('link', { name: 'Locations' }));
}

/** The app of Ana, who has filled a box without a connection. */
export async function anaHasOneWaiting(day: RepsDay): Promise<AppStore> {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  await openVisit();
  day.loseSignal(app);
  await fillBox(3);
  await submitBox();
  await screen.findByRole('link', { name: '1 waiting' });
  return app;
}
