// @vitest-environment node
import { expect, it } from 'vitest';
import { measureStorage } from '../../../src/state/device/device';
import { aDevice } from '../../support/app/device';

const refused = () => Promise.reject(new TypeError('The operation is insecure.'));

it('a browser that will not speak of its storage has said nothing of it', async () => {
  const app = await aDevice('http://server.test').open();
  await measureStorage({ estimate: refused, persisted: refused }, app.dispatch);
  expect(app.getState().device).toMatchObject({ spaceLeftBytes: null, storagePersisted: null });
});

it('the room left and the promise to keep what is there are told', async () => {
  const app = await aDevice('http://server.test').open();
  const storage = { estimate: async () => ({ quota: 900, usage: 200 }), persisted: async () => true };
  await measureStorage(storage, app.dispatch);
  expect(app.getState().device).toMatchObject({ spaceLeftBytes: 700, storagePersisted: true });
});
