// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogueApi } from '../../../src/api/catalogueApi';
import { items } from '../../../src/server/db/schema';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { aDevice, type Device, noNetwork } from '../../support/app/device';

let server: TestServer;
let url: string;
let device: Device;

beforeAll(async () => {
  server = await startTestServer();
  url = await server.listen();
});
beforeEach(async () => {
  await server.reset();
  device = aDevice(url);
  const { cookie } = await server.signIn('admin');
  device.cookies.set('session', cookie.replace('session=', ''));
});
afterAll(() => server.close());

const COLA = { name: 'Cola', sku: 'C1', packaging: 'case' as const, unitsPerPack: 6, pricePerPack: 9, active: true };
const rows = async () => (await server.db.select().from(items)).map(({ name }) => name);

it('30 an admin’s create takes effect once, though its response was lost and Create is pressed again', async () => {
  const app = await device.open();
  const create = (writeId: string, body = COLA) =>
    app.dispatch(catalogueApi.endpoints.createItem.initiate({ writeId, body }));
  device.network.passing = async (_, response) => {
    await response();
    return noNetwork();
  };
  expect((await create('form-one')).error).toMatchObject({ kind: 'network' });
  expect((await create('form-one')).error).toMatchObject({ kind: 'network' });
  device.network.passing = null;
  expect((await create('form-one')).data).toMatchObject({ name: 'Cola' });
  expect(await rows()).toEqual(['Cola']);
  await create('form-two');
  expect(await rows()).toEqual(['Cola', 'Cola']);
});
