// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { signOut } from '../../../src/state/session/session';
import { draftDropped, draftSaved } from '../../../src/state/slices/draftsSlice';
import type { Tab } from '../../support/app/faultyDevice';
import { setUpQueueFixture } from '../../support/queue/queueFixture';

const WRITTEN_AGAIN_WITHIN_MS = 3_000;

const fixture = setUpQueueFixture();

beforeEach(() => {
  // redux-persist reports each failed write.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** Writes at once what redux-persist would write at its next timer. */
const flush = async ({ store }: Tab) => {
  await store.dispatch((_dispatch, _getState, extra) => extra.flush()).catch(() => undefined);
};
const aDraft = (id: string, name: string, savedAt: number) => ({ id, form: 'new item', value: { name }, savedAt });
const draftIds = ({ store }: Tab) => Object.keys(store.getState().drafts).filter((id) => id !== '_persist');

it('a draft whose removal failed once is not offered again', async () => {
  const { device, tab } = await fixture();
  tab.store.dispatch(draftSaved(aDraft('w1', 'Gum', 1)));
  await flush(tab);
  device.areCachesUnwritable = true;
  tab.store.dispatch(draftDropped('w1'));
  await flush(tab);
  device.areCachesUnwritable = false;
  await device.clock.advance(WRITTEN_AGAIN_WITHIN_MS);
  tab.kill();
  expect(draftIds(await device.open())).toEqual([]);
});

it('the last of several drafts is stored once the disk can be written, however long that takes', async () => {
  const { device, tab } = await fixture();
  device.areCachesUnwritable = true;
  tab.store.dispatch(draftSaved(aDraft('w1', 'Gum', 1)));
  await flush(tab);
  await device.clock.advance(60_000);
  tab.store.dispatch(draftSaved(aDraft('w1', 'Mints', 2)));
  await flush(tab);
  device.areCachesUnwritable = false;
  await device.clock.advance(WRITTEN_AGAIN_WITHIN_MS);
  tab.kill();
  expect((await device.open()).store.getState().drafts.w1).toMatchObject({ value: { name: 'Mints' } });
});

it('a sign-out whose write failed once stands after a restart', async () => {
  const { device, tab } = await fixture();
  await flush(tab);
  await device.setOnline(false);
  device.areCachesUnwritable = true;
  await tab.store.dispatch(signOut());
  await flush(tab);
  device.areCachesUnwritable = false;
  await device.clock.advance(WRITTEN_AGAIN_WITHIN_MS);
  tab.kill();
  expect((await device.open()).store.getState().session).toMatchObject({ status: 'absent', user: null });
});

it('22 a draft that could not be written before the sign-out is not written after it', async () => {
  const { device, tab, server } = await fixture();
  await flush(tab);
  device.areCachesUnwritable = true;
  tab.store.dispatch(draftSaved(aDraft('w1', 'Gum', 1)));
  await flush(tab);
  void tab.store.dispatch(signOut());
  await device.clock.settle();
  device.areCachesUnwritable = false;
  await device.clock.advance(WRITTEN_AGAIN_WITHIN_MS);
  device.carryCookieOf(await server.signIn('rep'));
  expect(draftIds(await device.open())).toEqual([]);
});
