// @vitest-environment node
import { expect, it } from 'vitest';
import { createTransport, type HttpResponse } from '../../../../src/api/client/transport';
import { syncReportBody, type SyncReport } from '../../../../src/contract/sync';
import { queueUnreadable } from '../../../../src/offline/actions';
import { syncDevices } from '../../../../src/server/db/syncSchema';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { startSyncReports } from '../../../../src/state/sync/syncReports';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A 404 with this body. */
const notFound = (body: string): HttpResponse => ({
  ok: false,
  failure: { kind: 'http', status: 404, message: null, body, retryAfterMs: null },
});

const field = setUpQueueFixture();

/** What the tabs of a device know of their last report. */
function aLastReport() {
  let at = 0;
  return { read: () => at, write: (ms: number) => void (at = ms) };
}

/** Starts the reports of the fixture's tab, and notes each that is sent; `failure` is the response to all. */
function reportsOf({ device, tab }: QueueFixture, failure: HttpResponse | null = null, lastReport = aLastReport()) {
  const sent: SyncReport[] = [];
  const stop = startSyncReports(
    tab.store,
    { deviceId: 'phone', build: 'main-1a.js' },
    {
      now: device.clock.now,
      schedule: (work, ms) => void device.clock.schedule(work, ms),
      send: async ({ body }) => {
        sent.push(syncReportBody.parse(body));
        return failure ?? { ok: true, status: 204, data: null };
      },
      records: device.disk.open(() => true),
      lastReport,
    },
  );
  return { sent, stop };
}

it('an app that opens with an empty queue reports so at once', async () => {
  const fixture = await field();
  const { sent } = reportsOf(fixture);
  await fixture.device.clock.advance(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ device: 'phone', build: 'main-1a.js', waiting: 0, refusedCount: 0, refused: [] });
});

it('a refused entry is reported one minute after the last report, in words and as it was sent', async () => {
  const fixture = await field();
  const { device, work, location } = fixture;
  const { sent } = reportsOf(fixture);
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS / 2);
  expect(sent).toHaveLength(1);
  await device.clock.advance(MINUTE_MS);
  const last = sent.at(-1);
  expect([last?.waiting, last?.refusedCount]).toEqual([0, 1]);
  expect(last?.oldestCapturedAt).toBe(last?.refused[0]?.capturedAt);
  expect(last?.refused[0]).toMatchObject({ status: 422, description: expect.stringMatching(/\S/) });
  expect(JSON.parse(last?.refused[0]?.payload ?? '')).toMatchObject({
    path: '/deliveries',
    body: { box: location.boxIds[0] },
  });
});

it('no report is sent without a signal; what waited is reported once it is back', async () => {
  const fixture = await field();
  const { device, work } = fixture;
  await device.setOnline(false);
  const { sent } = reportsOf(fixture);
  await work.deliver(0);
  await device.clock.advance(2 * MINUTE_MS);
  expect(sent).toEqual([]);
  await device.setOnline(true);
  await device.clock.advance(2 * MINUTE_MS);
  expect(sent.at(-1)).toMatchObject({ waiting: 0, refusedCount: 0 });
});

it('a server without the endpoint gets no second report', async () => {
  const fixture = await field();
  const { sent } = reportsOf(fixture, notFound('{"message":"No such route"}'));
  await fixture.device.clock.advance(1);
  await fixture.work.deliver(0);
  await fixture.device.clock.advance(2 * MINUTE_MS);
  expect(sent).toHaveLength(1);
});

it('the 404 of a gateway pauses the reports for an hour', async () => {
  const fixture = await field();
  const { sent } = reportsOf(fixture, notFound('404 page not found'));
  await fixture.device.clock.advance(1);
  await fixture.work.deliver(0);
  await fixture.device.clock.advance(HOUR_MS - MINUTE_MS);
  expect(sent).toHaveLength(1);
  await fixture.device.clock.advance(MINUTE_MS);
  expect(sent).toHaveLength(2);
});

it('a second tab and a reload wait for one minute after the last report', async () => {
  const fixture = await field();
  const lastReport = aLastReport();
  const first = reportsOf(fixture, null, lastReport);
  await fixture.device.clock.advance(MINUTE_MS / 2);
  first.stop();
  const second = reportsOf(fixture, null, lastReport);
  await fixture.device.clock.advance(MINUTE_MS / 2 - 1);
  expect([first.sent.length, second.sent.length]).toEqual([1, 0]);
  await fixture.device.clock.advance(MINUTE_MS);
  expect(second.sent).toHaveLength(1);
});

it('6 a queue that could not be read yet is not reported as empty', async () => {
  const fixture = await field();
  const { device, tab, work } = fixture;
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  tab.store.dispatch(queueUnreadable({ isNewer: false }));
  const { sent } = reportsOf({ ...fixture, tab });
  await device.clock.settle();
  expect(sent).toEqual([]);
  await device.clock.advance(2 * MINUTE_MS);
  expect(sent).toMatchObject([{ refusedCount: 1 }]);
});

it('a report that was lost is sent again after a minute', async () => {
  const fixture = await field();
  const lost: HttpResponse = { ok: false, failure: { kind: 'network', reason: 'network' } };
  const { sent } = reportsOf(fixture, lost);
  await fixture.device.clock.advance(MINUTE_MS / 2);
  expect(sent).toHaveLength(1);
  await fixture.device.clock.advance(MINUTE_MS);
  expect(sent).toHaveLength(2);
});

it('22 a report that was made before another user signed in is not recorded as theirs', async () => {
  const fixture = await field();
  const { device, tab, work, server } = fixture;
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const next = await server.signIn('rep');
  const { id, name, email, roles, active } = next.user;
  const records = device.disk.open(() => true);
  startSyncReports(
    tab.store,
    { deviceId: 'phone', build: 'main-1a.js' },
    {
      now: device.clock.now,
      schedule: (work, ms) => void device.clock.schedule(work, ms),
      send: createTransport({ baseUrl: 'http://app.test/api', fetchFn: device.network.fetchFor(() => true) }),
      // The disk is slow; meanwhile the next person signs in.
      records: {
        transact: async (...given) => {
          device.carryCookieOf(next);
          tab.store.dispatch(sessionConfirmed({ _id: id, name, email, roles, active }));
          return records.transact(...given);
        },
      },
      lastReport: aLastReport(),
    },
  );
  await device.clock.advance(5_000);
  expect(tab.store.getState().session.user?._id).toBe(id);
  const rows = await server.db.select().from(syncDevices);
  expect(rows.filter(({ userId, report }) => userId === id && report.refusedCount > 0)).toEqual([]);
});

it('35 lost reports are a minute apart, also when the clock was set back and the browser stores no new time', async () => {
  const fixture = await field();
  const stored = fixture.device.clock.now() + 24 * 60 * MINUTE_MS;
  const busy: HttpResponse = {
    ok: false,
    failure: { kind: 'http', status: 500, message: null, body: '', retryAfterMs: null },
  };
  let writes = 0;
  const lastReport = {
    // More than twenty reports fail the test. This ends them.
    read: () => (writes > 20 ? fixture.device.clock.now() : stored),
    write: () => void (writes += 1),
  };
  const { sent } = reportsOf(fixture, busy, lastReport);
  await fixture.device.clock.advance(MINUTE_MS / 2);
  expect(sent).toHaveLength(1);
  await fixture.device.clock.advance(MINUTE_MS);
  expect(sent).toHaveLength(2);
});
