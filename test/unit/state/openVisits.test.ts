import { expect, test } from 'vitest';
import { visitsApi } from '../../../src/api/visitsApi';
import { sessionConfirmed } from '../../../src/state/slices/sessionSlice';
import { aWrite } from '../../support/app/aWrite';
import { aDevice, noNetwork } from '../../support/app/device';
import { respondingWith, aRep, json } from '../../support/app/openApp';

/** What a start without a connection comes to where the device knows one open visit, of `whose`. */
async function startBesideOpenVisit(whose: object): Promise<unknown> {
  const device = aDevice('http://server.test');
  const store = await device.open();
  store.dispatch(sessionConfirmed(aRep));
  const open = { _id: 'open', location: { _id: 'l1', name: 'Corner Pantry' }, startedAt: '2026-11-20T15:00:00Z' };
  device.network.fault = respondingWith({ 'GET /visits/open': () => json({ ...open, ...whose }) });
  await store.dispatch(visitsApi.endpoints.getVisit.initiate('open'));
  device.network.fault = noNetwork;
  return (await store.dispatch(visitsApi.endpoints.startVisit.initiate(aWrite({ location: 'l1' })))).data;
}

test.each([
  { rep: { _id: aRep._id, name: 'Ana' } },
  { rep: { _id: aRep._id, name: 'Ana before her wedding' } },
  { rep: { name: 'Ana' } },
  { repName: 'Ana' },
])('a start without a connection continues the open visit of %j', async (whose) => {
  expect(await startBesideOpenVisit(whose)).toMatchObject({ _id: 'open' });
});

test.each([{ rep: { _id: 'u9', name: 'Ana' } }, { rep: { name: 'Ben' } }, { repName: '' }])(
  'a start without a connection ignores the open visit of %j and begins another',
  async (whose) => {
    expect(await startBesideOpenVisit(whose)).toMatchObject({ queued: true });
  },
);
