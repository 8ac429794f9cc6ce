import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncReport, SyncRow } from '../../../../src/contract/sync';
import { users } from '../../../../src/server/db/schema';
import { inArray } from 'drizzle-orm';
import { aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const MINUTE_MS = 60_000;
const server = await serverOfEachTest();
let admin: SignedIn;
let ada: SignedIn;
let ben: SignedIn;

beforeEach(async () => {
  admin = await server.signIn(await aUser(server.db, { name: 'Ida Admin', roles: ['admin'] }));
  ada = await server.signIn(await aUser(server.db, { name: 'Ada Rep' }));
  ben = await server.signIn(await aUser(server.db, { name: 'Ben Rep' }));
});

const refusedEntry = {
  id: 'entry-1',
  description: 'Delivery to Campus Corner',
  reason: 'The box does not exist',
  status: 404,
  capturedAt: NOW.toISOString(),
  payload: '{"path":"/deliveries"}',
};
const aReport = (changes: Partial<SyncReport> = {}): SyncReport => ({
  device: 'phone-1',
  build: 'index-1.js',
  waiting: 0,
  refusedCount: 0,
  refused: [],
  ...changes,
});
const report = (who: SignedIn, changes: Partial<SyncReport> = {}) => who.post('/api/sync', aReport(changes));
const listed = async (): Promise<SyncRow[]> => (await admin.get('/api/sync')).json();
const minutesLater = (minutes: number) => {
  server.time.now = new Date(NOW.getTime() + minutes * MINUTE_MS);
};

describe('POST /api/sync and GET /api/sync', () => {
  it('store and return the last report of a device, with its user agent and IP address', async () => {
    await report(ada, { waiting: 3 });
    minutesLater(1);
    const changes = { waiting: 1, refusedCount: 1, refused: [refusedEntry], clockOffMs: -20.5, spaceLeftBytes: 1e9 };
    const headers = { 'user-agent': 'A phone' };
    expect((await ada.post('/api/sync', aReport(changes), headers)).statusCode).toBe(204);
    const [worst] = await listed();
    expect(worst).toEqual({
      user: { _id: ada.user.id, name: 'Ada Rep', active: true, lastSignInAt: null },
      device: {
        _id: 'phone-1',
        heardAt: new Date(NOW.getTime() + MINUTE_MS).toISOString(),
        userAgent: 'A phone',
        ip: '127.0.0.1',
        report: aReport(changes),
        recording: null,
      },
    });
  });

  it('list devices with refused entries first, then waiting ones, then the longest not heard from', async () => {
    await report(admin, {});
    minutesLater(1);
    await report(ada, { waiting: 9 });
    await report(ben, { device: 'phone-2', refusedCount: 1, refused: [refusedEntry] });
    await report(ben, { device: 'desk' });
    await server.signIn(await aUser(server.db, { name: 'Cleo Rep' }));
    const rows = (await listed()).map(({ user, device }) => `${user.name}: ${device?._id ?? 'none'}`);
    expect(rows).toEqual([
      'Ben Rep: phone-2',
      'Ada Rep: phone-1',
      'Cleo Rep: none',
      'Ida Admin: phone-1',
      'Ben Rep: desk',
    ]);
  });

  it('leave out deactivated users, but not their devices with unsent work', async () => {
    await report(ada, {});
    await report(ben, { waiting: 1 });
    await report(ben, { device: 'desk' });
    await server.db
      .update(users)
      .set({ active: false })
      .where(inArray(users.id, [ada.user.id, ben.user.id]));
    const rows = (await listed()).filter(({ user }) => !user.active);
    expect(rows.map(({ user, device }) => `${user.name}: ${device?._id}`)).toEqual(['Ben Rep: phone-1']);
  });

  it('list a deactivated user whose device reported any count', async () => {
    await report(ada, { waiting: 3_000_000_000, refusedCount: Number.MAX_SAFE_INTEGER });
    await admin.patch(`/api/users/${ada.user.id}`, { active: false });
    expect((await listed())[0]).toMatchObject({ user: { name: 'Ada Rep' }, device: { _id: 'phone-1' } });
  });

  it('keep the ten devices of a user that reported last', async () => {
    for (let minute = 0; minute < 12; minute += 1) {
      minutesLater(minute);
      await report(ada, { device: `device-${minute}` });
    }
    await report(ben, {});
    const rows = await listed();
    const ofAda = rows.filter(({ user }) => user.name === 'Ada Rep').map(({ device }) => device?._id);
    expect(ofAda).toEqual(Array.from({ length: 10 }, (_, index) => `device-${index + 2}`));
    expect(rows.filter(({ user, device }) => user.name === 'Ben Rep' && device)).toHaveLength(1);
  });

  it('store no response for the key of a report, which would be one row per minute', async () => {
    const headers = { 'idempotency-key': 'report-1' };
    await ada.post('/api/sync', aReport({ waiting: 1 }), headers);
    expect((await ada.post('/api/sync', aReport({ waiting: 2 }), headers)).statusCode).toBe(204);
    expect((await listed())[0]?.device?.report.waiting).toBe(2);
  });

  it('refuse a body that is no report', async () => {
    const bodies = [
      {},
      { ...aReport(), waiting: -1 },
      { ...aReport(), waiting: 1.5 },
      { ...aReport(), device: '' },
      { ...aReport(), password: 'x' },
      { ...aReport(), refused: Array.from({ length: 11 }, () => refusedEntry) },
      { ...aReport(), refused: [{ ...refusedEntry, payload: 'x'.repeat(1001) }] },
    ];
    for (const body of bodies) expect((await ada.post('/api/sync', body)).statusCode).toBe(400);
    expect((await listed()).every(({ device }) => device === null)).toBe(true);
    expect((await ada.get('/api/sync')).statusCode).toBe(403);
    expect((await server.anyone.post('/api/sync', aReport())).statusCode).toBe(401);
  });
});

describe('POST /api/sync/recordings', () => {
  const recording = { device: 'phone-1', title: 'It hangs', content: 'H4sIAAAA' };

  it('gives the administrators the last recording of each device', async () => {
    await report(ada);
    await ada.post('/api/sync/recordings', { ...recording, content: 'AAAA' });
    minutesLater(1);
    expect((await ada.post('/api/sync/recordings', recording)).statusCode).toBe(204);
    const sent = (await listed()).find(({ device }) => device)?.device?.recording;
    expect(sent).toEqual({ _id: expect.any(String), title: 'It hangs', sentAt: server.time.now.toISOString() });
    expect((await admin.get(`/api/sync/recordings/${sent?._id}`)).json()).toEqual({ ...sent, content: 'H4sIAAAA' });
    expect((await ada.get(`/api/sync/recordings/${sent?._id}`)).statusCode).toBe(403);
    expect((await admin.get('/api/sync/recordings/unknown')).json()).toEqual({ error: 'Recording not found' });
  });

  it('keeps three recordings of a user at most', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      minutesLater(minute);
      await report(ada, { device: `device-${minute}` });
      await ada.post('/api/sync/recordings', { ...recording, device: `device-${minute}` });
    }
    const withRecording = (await listed()).filter(({ device }) => device?.recording);
    expect(withRecording.map(({ device }) => device?._id)).toEqual(['device-2', 'device-3', 'device-4']);
  });

  it('refuses a recording that is too long, and a body that is no recording', async () => {
    const post = (content: string) => ada.post('/api/sync/recordings', { ...recording, content });
    expect((await post('A'.repeat(300_001))).statusCode).toBe(400);
    expect((await post('not base64!')).statusCode).toBe(400);
    expect((await post('')).statusCode).toBe(400);
  });
});
