// @vitest-environment node
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { signIn } from '../../../src/state/session/session';
import { aDevice, noNetwork } from '../../support/app/device';
import { aRep, respondingWith, json, signedOut } from '../../support/app/openApp';
import { openRecorded } from '../../support/recording/recordedTab';

const aRecordableDevice = () => {
  const device = aDevice('http://server.test');
  device.network.fault = respondingWith({ ...signedOut, 'POST /auth/login': () => json({ user: aRep }) });
  return device;
};

test('a recording belongs to the signed-in user, also when the session was never confirmed', async () => {
  const device = aRecordableDevice();
  const before = await device.open();
  await before.dispatch(signIn({ email: aRep.email, password: 'of this test' }));
  device.network.fault = noNetwork;
  const tab = await openRecorded(device);
  await tab.quiet();
  expect(tab.store.getState().session).toMatchObject({ status: 'present', verified: false });
  expect((await tab.recording()).userId).toBe(aRep._id);
});

test('a recording without a signed-in user has no owner', async () => {
  const tab = await openRecorded(aRecordableDevice());
  await tab.quiet();
  expect((await tab.recording()).userId).toBeNull();
});
