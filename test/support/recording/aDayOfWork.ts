import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { itemsApi } from '../../../src/api/itemsApi';
import { locationsApi } from '../../../src/api/locationsApi';
import { visitsApi } from '../../../src/api/visitsApi';
import type { Queued } from '../../../src/api/client/writes';
import { connectivityChanged } from '../../../src/offline/actions';
import type { Recording } from '../../../src/recording/core/recordingFile';
import { alertShown } from '../../../src/state/slices/alertsSlice';
import { signIn } from '../../../src/state/session/session';
import { aWrite } from '../app/aWrite';
import { aDevice, noNetwork } from '../app/device';
import { type Responses, aRep, respondingWith, json, signedOut } from '../app/openApp';
import { openRecorded, type RecordedTab } from './recordedTab';

/** All personal texts of the day; a redacted file may hold none of them. */
export const SENTINELS = {
  email: 'zelda.quill@example.com',
  password: 'sentinel-pass-4711',
  name: 'Zelda Quillfeather',
  store: 'Quonset Emporium',
  street: '77 Sentinelgasse',
  city: 'Quillville',
  note: 'Back door code is sentinel-note, ask for Thaddeus',
  refusal: 'Thaddeus says no',
};

const VISIT = '0192f0aa-0000-7000-8000-000000000001';
const address = { street: SENTINELS.street, city: SENTINELS.city, state: 'QV', zip: '98765-4321' };
const location = { _id: 'loc-1', name: SENTINELS.store, address };
const user = { ...aRep, name: SENTINELS.name, email: SENTINELS.email };
const visit = {
  _id: VISIT,
  rep: { _id: aRep._id, name: SENTINELS.name },
  location,
  outcome: null,
  note: SENTINELS.note,
  startedAt: '2026-03-02T09:00:00.000Z',
  submittedAt: null,
  createdAt: '2026-03-02T09:00:00.000Z',
};

const box = { _id: 'box-1', label: 'Box 1', size: 'M', location: { _id: 'loc-1', name: SENTINELS.store } };
const item = {
  ...{ _id: 'item-1', name: 'Cola', sku: 'COLA-1', packaging: 'each', unitsPerPack: 12 },
  ...{ pricePerPack: 13.5, price: 1.25, active: true },
};
let deliveries = 0;

const responses: Responses = {
  ...signedOut,
  'POST /auth/login': () => json({ user }),
  'GET /health': () => json({ ok: true, now: new Date().toISOString() }),
  'GET /items': () => json([item]),
  'GET /locations': () => json([location]),
  'GET /boxes': () => json([box]),
  'POST /visits': () => json(visit, 201),
  [`POST /visits/${VISIT}/submit`]: () => json({ error: SENTINELS.refusal }, 422),
  'POST /deliveries': async (request) => {
    deliveries += 1;
    const body = (await request.json()) as { lines: unknown[] };
    return json({ _id: `delivery-${deliveries}`, visit: VISIT, location, box, total: 2.5, ...body }, 201);
  },
};

export interface DayOfWork {
  tab: RecordedTab;
  recording: Recording;
}

/**
 * A rep's day: signs in, searches, starts a visit without a connection, refills a box, submits, and comes back online.
 * The server refuses the submit.
 */
export async function aDayOfWork(options: { includeTexts?: boolean } = {}): Promise<DayOfWork> {
  const device = aDevice('http://server.test');
  device.network.fault = respondingWith(responses);
  const tab = await openRecorded(device, options);
  const { dispatch, quiet } = tab;
  await dispatch(signIn({ email: SENTINELS.email, password: SENTINELS.password }));
  await quiet();
  const list = dispatch(itemsApi.endpoints.listItems.initiate());
  void dispatch(locationsApi.endpoints.listLocations.initiate({ q: 'Quonset' }));
  await quiet();
  list.unsubscribe();

  device.network.fault = noNetwork;
  dispatch(connectivityChanged({ online: false }));
  const started = await dispatch(visitsApi.endpoints.startVisit.initiate(aWrite({ location: 'loc-1' })));
  const { localId } = started.data as Queued;
  tab.page.route = `/visits/${localId}`;
  await dispatch(
    deliveriesApi.endpoints.createDelivery.initiate(
      aWrite({
        ...{ visit: String(localId), repName: SENTINELS.name, location: 'loc-1', box: 'box-1' },
        lines: [{ item: 'item-1', quantity: 2, packaging: 'each' }],
      }),
    ),
  );
  dispatch(alertShown('No connection. Saved locally and will sync when back online.', 'info', 'alert-1'));
  const body = { outcome: 'partial' as const, note: SENTINELS.note };
  await dispatch(visitsApi.endpoints.submitVisit.initiate({ id: String(localId), ...aWrite(body) }));
  await quiet();

  device.network.fault = respondingWith(responses);
  dispatch(connectivityChanged({ online: true }));
  await quiet();
  await quiet();
  return { tab, recording: await tab.recording() };
}
