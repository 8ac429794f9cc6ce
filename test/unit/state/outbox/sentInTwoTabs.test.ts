// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entrySentAtOnce } from '../../../../src/offline/actions';
import { shareSent } from '../../../../src/state/outbox/shareSent';
import type { AppStore } from '../../../../src/state/root/types';
import { cachesCleared } from '../../../../src/state/slices/cacheSlice';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { aDevice, type Device } from '../../../support/app/device';
import { aRep } from '../../../support/app/openApp';
import { aSummary } from '../../../support/queue/anEntry';

let device: Device;
let channels: BroadcastChannel[] = [];

beforeEach(() => {
  device = aDevice('http://server.test');
});
afterEach(() => {
  for (const channel of channels) channel.close();
  channels = [];
});

function channelOf(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channels.push(channel);
  return channel;
}

/** A tab in which the rep is signed in, and which hears of the other tabs. */
async function aTab(): Promise<AppStore> {
  const store = await device.open();
  store.dispatch(sessionConfirmed(aRep));
  shareSent(store, channelOf('sent of the test'));
  return store;
}

const sent = (id: string, userId = aRep._id) =>
  entrySentAtOnce({ entry: aSummary({ id, userId }), response: {}, at: Date.now() });
const idsIn = (store: AppStore) => Object.keys(store.getState().sentToday.byKey).sort();
/** However slow the machine is. */
const soon = (assertion: () => void) => vi.waitFor(assertion, 30_000);
const onDisk = (id: string) => [...device.caches].flat().some((text) => text.includes(id));

test('two tabs never overwrite what the other one has sent', async () => {
  const [here, there] = [await aTab(), await aTab()];
  here.dispatch(sent('change-a'));
  await soon(() => expect(onDisk('change-a')).toBe(true));
  there.dispatch(sent('change-b'));
  await soon(() => expect(onDisk('change-b')).toBe(true));
  here.dispatch(sent('change-c'));
  await soon(() => expect(onDisk('change-c')).toBe(true));
  expect(idsIn(await device.open())).toEqual(['change-a', 'change-b', 'change-c']);
});

test('each tab shows what the other one sends, and nothing of another user', async () => {
  const [here, there] = [await aTab(), await aTab()];
  here.dispatch(sent('change-x', 'another user'));
  here.dispatch(sent('change-a'));
  await soon(() => expect(idsIn(there)).toEqual(['change-a']));
  there.dispatch(sent('change-b'));
  await soon(() => expect(idsIn(here)).toEqual(['change-a', 'change-b']));
});

test('a message that this build cannot read changes nothing', async () => {
  const tab = await aTab();
  const other = channelOf('sent of the test');
  const value = { userId: aRep._id, call: 'createDelivery', about: {}, serverId: 'd1' };
  for (const data of [null, 'sent', [null], [{ id: 'change-a', value: { ...value, call: 'unknown' }, savedAt: 1 }]]) {
    other.postMessage(data);
  }
  other.postMessage([{ id: 'change-b', value, savedAt: 1 }]);
  await soon(() => expect(idsIn(tab)).toEqual(['change-b']));
});

test('a sign-out in one tab removes what every tab has sent from the disk', async () => {
  const [here, there] = [await aTab(), await aTab()];
  there.dispatch(sent('change-a'));
  await soon(() => expect(onDisk('change-a')).toBe(true));
  await soon(() => expect(idsIn(here)).toEqual(['change-a']));
  await there.dispatch((_dispatch, _getState, { flush }) => flush());
  here.dispatch(cachesCleared());
  await soon(() => expect(onDisk('change-a')).toBe(false));
});

test('a list that an older build stored as one text is read and kept', async () => {
  const value = { userId: aRep._id, call: 'createDelivery', about: {}, serverId: 'd1' };
  const byKey = JSON.stringify({ 'change-a': { value, savedAt: Date.now() } });
  device.caches.set(
    'persist:sentToday',
    JSON.stringify({ byKey, _persist: '{"version":1,"rehydrated":true,"shape":1}' }),
  );
  const tab = await aTab();
  await soon(() => expect(idsIn(tab)).toEqual(['change-a']));
  tab.dispatch(sent('change-b'));
  await soon(() => expect([...device.caches.keys()]).toContain('sent:change-b'));
  expect(idsIn(await device.open())).toEqual(['change-a', 'change-b']);
});
