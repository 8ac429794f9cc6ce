// @vitest-environment node
import { expect, it } from 'vitest';
import { measureStorage } from '../../../src/state/device/device';
import { aDevice } from '../../support/app/device';

const refused = () => Promise.reject(new TypeError('The operation is insecure.'));

it('a browser that rejects the storage queries leaves their values unknown', async () => {
  const app = await aDevice('http://server.test').open();
  await measureStorage({ estimate: refused, persisted: refused }, app.dispatch);
  expect(app.getState().device).toMatchObject({ spaceLeftBytes: null, storagePersisted: null });
});

it('the free space and the persistence of the storage are read', async () => {
  const app = await aDevice('http://server.test').open();
  const storage = { estimate: async () => ({ quota: 900, usage: 200 }), persisted: async () => true };
  await measureStorage(storage, app.dispatch);
  expect(app.getState().device).toMatchObject({ spaceLeftBytes: 700, storagePersisted: true });
});
