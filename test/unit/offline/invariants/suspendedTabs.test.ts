// @vitest-environment node
import { expect, it } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { syncRequested } from '../../../../src/offline/actions';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('3 another tab leaves a first try alone, although it found the lock of an earlier press six minutes ago', async () => {
  const { device, work } = await setUp();
  const other = await device.open();
  const id = crypto.randomUUID();
  /** A press whose request takes about 2 s; the server refuses it. The other tab syncs meanwhile. */
  const press = async () => {
    device.network.bytesPerMs = 0.2;
    device.network.faults = ['status422', 'status422'];
    const pressed = await work.deliver(0, undefined, id);
    await device.clock.advance(100);
    other.store.dispatch(syncRequested({}));
    await device.clock.advance(3_500);
    device.network.faults = [];
    return pressed.result;
  };
  const sent: string[] = [];
  device.network.onWire = (moment, { key, method }) => {
    if (moment === 'sent' && method !== 'GET') sent.push(key);
  };
  expect(await press()).toMatchObject({ failure: { status: 422 } });
  expect(device.entries()).toEqual([]);
  await device.clock.advance(6 * 60_000);
  expect(await press()).toMatchObject({ failure: { status: 422 } });
  expect(device.entries()).toEqual([]);
  expect(sent).toEqual([id, id]);
});

it('5 a try that a frozen tab ends late does not replace the server’s reason for a refusal', async () => {
  const { device, tab, work } = await setUp();
  const second = await device.open();
  device.network.bytesPerMs = 0.2;
  device.network.faults = ['status503'];
  await work.deliver(0);
  tab.freeze();
  await device.clock.advance(3_000);
  device.network.bytesPerMs = null;
  const refusal = Response.json({ error: 'No.' }, { status: 409 });
  device.network.gateway = ({ method }) => (method === 'POST' ? refusal.clone() : null);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    second.store.dispatch(syncRequested({}));
    await device.clock.advance(60_000);
  }
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  device.network.gateway = () => null;
  await device.setOnline(false);
  tab.thaw();
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
});

it('5 a tab that was frozen at a press does not say "Saved locally" for what another tab has discarded since', async () => {
  const { device, tab, work } = await setUp();
  const second = await device.open();
  device.network.bytesPerMs = 0.2;
  const pressed = await work.deliver(0);
  tab.freeze();
  await device.clock.advance(1_000);
  device.network.bytesPerMs = null;
  await device.setOnline(false);
  await device.clock.advance(10 * 60_000);
  const [entry] = device.entries();
  expect(await second.store.dispatch(discardEntries([entry?.id ?? ''], true))).toBe('done');
  tab.thaw();
  await device.clock.advance(10_000);
  expect(pressed.result).toMatchObject({ failure: { kind: 'validation', text: messages.endedElsewhere } });
});
