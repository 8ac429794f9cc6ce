// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { itemsApi } from '../../../src/api/itemsApi';
import { connectivityChanged } from '../../../src/offline/actions';
import type { AppStore } from '../../../src/state/root/types';
import { anItem } from '../../support/server/builders';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { aDevice, type Device, noNetwork } from '../../support/app/device';

let server: TestServer;
let device: Device;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await server.reset();
  await anItem(server.db);
  device = aDevice(await server.listen());
  const { cookie } = await server.signIn('rep');
  device.cookies.set('session', cookie.replace('session=', ''));
});
afterAll(() => server.close());

const itemsShown = (store: AppStore) => itemsApi.endpoints.listItems.select()(store.getState()).data?.length;

it('a failed query is refetched once the connection is back', async () => {
  const app = await device.open();
  device.network.fault = noNetwork;
  app.dispatch(connectivityChanged({ online: false }));
  await app.dispatch(itemsApi.endpoints.listItems.initiate());
  expect(itemsShown(app)).toBeUndefined();
  device.network.fault = null;
  app.dispatch(connectivityChanged({ online: true }));
  await vi.waitFor(() => expect(itemsShown(app)).toBe(1), 30_000);
});
