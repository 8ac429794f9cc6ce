// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { aWrite } from '../../../support/app/aWrite';
import { loseResultOf } from '../../../support/app/loseResultOf';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

it('16 a submit waits for a start on its way that the device has answered with the open visit', async () => {
  const { device, tab, work, visitRows, openVisit } = await setUp();
  const visit = await openVisit();
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit));
  await device.clock.settle();
  await work.deliver(0, visit);
  // The start needs 9 s to the server, everything else is quick.
  device.network.onWire = (moment, { path, body }) => {
    if (moment === 'sent') device.network.bytesPerMs = path === '/visits' ? JSON.stringify(body).length / 9_000 : null;
  };
  const again = await work.startVisit();
  await device.clock.advance(4_200);
  expect(again.result).toMatchObject({ id: visit });
  await work.submit(visit, 'done');
  await device.clock.advance(1_000);
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
  await device.clock.advance(2 * MINUTE_MS);
  expect(await visitRows()).toMatchObject([{ note: 'done' }]);
  expect(device.entries()).toEqual([]);
});

it.each(['location card', 'start screen'])(
  '16 a start from the %s waits for one of the same rep that a suspended tab is sending',
  async (how) => {
    const { device, tab, work, workIn, location, rep, visitRows } = await setUp();
    const second = await device.open();
    // The request of the first start is lost, and its tab is suspended before it has an outcome.
    device.network.faults = ['hangBefore'];
    await work.startVisit();
    tab.freeze();
    await device.clock.advance(5_000);
    // The start screen names the rep, the card does not.
    const body = { location: location.locationId, ...(how === 'location card' ? {} : { rep: rep.user.id }) };
    const start = second.store.dispatch(visitsApi.endpoints.startVisit.initiate(aWrite(body)));
    await device.clock.advance(5_000);
    const { data } = await start;
    const id = (data && ('localId' in data ? data.localId : data._id)) ?? '';
    await workIn(second).deliver(0, id);
    await workIn(second).submit(id, 'done');
    await device.clock.advance(MINUTE_MS);
    tab.thaw();
    await device.clock.advance(10 * MINUTE_MS);
    expect(device.entries()).toEqual([]);
    expect(await visitRows()).toMatchObject([{ note: 'done' }]);
  },
);

it('1 a start that the device answers itself is not shown as saved when its removal was reported as failed', async () => {
  const { device, work, openVisit } = await setUp();
  const visit = await openVisit();
  device.network.faults = ['hangBefore'];
  await work.startVisit();
  const [first] = device.entries();
  await device.clock.advance(4_500);
  device.disk.onCommit = loseResultOf('delete entries');
  // It waits for the first one, so it is not sent.
  const pressed = await work.startVisit();
  await device.clock.advance(4_100);
  expect(device.entries()).toEqual([first]);
  expect(pressed.result).toMatchObject({ id: visit });
  expect(pressed.result?.queued).toBeUndefined();
});
