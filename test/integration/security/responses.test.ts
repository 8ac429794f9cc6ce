import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type CallName, calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { buildApp } from '../../../src/server/app';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aStockedLocation, deliver, deliveryBody, startVisit } from '../../support/server/aStockedLocation';
import { aUser, NOW } from '../../support/server/builders';
import { type Caller, startTestServer } from '../../support/server/harness';
import { serverOfFile } from '../../support/server/serverOfFile';

const PASSWORD = 'a sentinel password';

const server = await serverOfFile({ REGISTRATION: 'on' });
const passwordHash = await hashPassword(PASSWORD);
const admin = await server.signIn(
  await aUser(server.db, { email: 'ada@example.com', passwordHash, roles: ['rep', 'admin'] }),
);
const store = await aStockedLocation(server.db);
const visitId = (await startVisit(admin, store))._id;
const deliveryId = (await deliver(admin, store, 0, visitId))._id;
const importedItems = {
  kind: 'items',
  content: 'item_number,name,units_per_pack,price,price_per_pack\n10,Gin,6,2,12\n',
};
const bodies: { [Name in CallName]?: object } = {
  login: { email: 'ada@example.com', password: PASSWORD },
  register: { name: 'Ben', email: 'ben@example.com', password: PASSWORD },
  createItem: { name: 'Cola', price: 1 },
  createLocation: { name: 'Store', boxCount: 1 },
  createBox: { location: store.locationId, label: 'Box 9', size: 'M' },
  createDelivery: deliveryBody(store, 0),
  updateDelivery: { lines: [] },
  createUser: { name: 'Cleo', email: 'cleo@example.com', password: PASSWORD, roles: ['rep'] },
  updateUser: { active: true },
  startVisit: { location: store.locationId },
  submitVisit: { outcome: 'partial' },
  updateVisitNote: { note: 'x' },
  updateVisit: { note: 'x' },
  reportSync: { device: 'd1', build: 'app-1.js', waiting: 0, refusedCount: 0, refused: [] },
  sendRecording: { device: 'd1', title: 'It hangs', content: 'H4sI' },
  changePassword: { currentPassword: PASSWORD, newPassword: 'another sentinel' },
  updateItem: { name: 'Cola Zero' },
  updateLocation: { name: 'Depot' },
  updateBox: { label: 'Entrance' },
  setItemPrice: { price: 2 },
  previewImport: importedItems,
  importFile: importedItems,
};

/** Makes a call that passes its schema. */
function make(who: Caller, name: CallName, id: string): Promise<LightMyRequestResponse> {
  const { method, path }: Call = calls[name];
  const query = name === 'exportLocationHistory' ? `?location=${store.locationId}` : '';
  const url = `${API_BASE_PATH}${path.replace(':id', id)}${query}`;
  return who.send(method, url, bodies[name]);
}

async function idOfAnotherSession(): Promise<string> {
  await server.signIn(admin.user);
  const sessions: { _id: string; current: boolean }[] = (await admin.get('/api/auth/sessions')).json();
  return sessions.find(({ current }) => !current)?._id ?? '';
}

async function idOfSentRecording(): Promise<string> {
  await admin.post('/api/sync', bodies.reportSync);
  await admin.post('/api/sync/recordings', bodies.sendRecording);
  const rows: { device: { recording: { _id: string } | null } | null }[] = (await admin.get('/api/sync')).json();
  return rows.find(({ device }) => device?.recording)?.device?.recording?._id ?? '';
}

/** These end the session of the other calls. */
const ending: CallName[] = ['logout', 'changePassword', 'endSessions'];
const names = (Object.keys(calls) as CallName[]).filter((name) => !ending.includes(name));

describe('security 14: the response of', () => {
  it.each(names.filter((name) => name !== 'resetPassword'))(
    '%s has no hash, session or password in it',
    async (name) => {
      const ids: { [Name in CallName]?: string } = {
        getBox: store.boxIds[0] ?? '',
        getDelivery: deliveryId,
        updateDelivery: deliveryId,
        updateUser: admin.user.id,
        updateItem: store.itemId,
        listItemPrices: store.itemId,
        setItemPrice: store.itemId,
        updateLocation: store.locationId,
        updateBox: store.boxIds[0] ?? '',
        endSession: await idOfAnotherSession(),
        getSentRecording: await idOfSentRecording(),
      };
      // To sign in again would end the session of the other calls.
      const response = await make(name === 'login' ? server.anyone : admin, name, ids[name] ?? visitId);
      expect(response.statusCode).toBeLessThan(300);
      expect(response.body).not.toMatch(/argon2|password|token|sentinel/i);
      expect(response.body).not.toContain(admin.cookie.split('=')[1]);
    },
  );
});

describe('security 20: the headers', () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'field-sales-headers-'));
  let app: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    mkdirSync(join(clientDir, 'assets'));
    for (const file of ['index.html', 'sw.js', 'assets/app-1a2b.js']) writeFileSync(join(clientDir, file), 'x');
    app = await buildApp({ db: server.db, config: { ...server.config, clientDir, trustProxy: 1 }, clock: () => NOW });
  });
  afterAll(async () => {
    await app.close();
    rmSync(clientDir, { recursive: true });
  });

  it.each([
    ['/', 200],
    ['/sw.js', 200],
    ['/assets/app-1a2b.js', 200],
    ['/assets/gone.js', 404],
    ['/api/health', 200],
    ['/api/items', 401],
    ['/api/nothing', 404],
  ])('of %s (%i) are complete, with HSTS behind https', async (url, status) => {
    const headers = { accept: 'text/html', 'x-forwarded-proto': 'https' };
    const response = await app.inject({ url, headers });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(response.headers['cache-control'] === 'no-store').toBe(url.startsWith('/api/'));
  });

  it('of a URL that cannot be read are those of every refusal', async () => {
    const [early, usual] = await Promise.all(['/api/%zz', '/api/nothing'].map((url) => app.inject({ url })));
    expect(early?.statusCode).toBe(400);
    const own = /^(content-security|cross-origin|referrer|x-content|x-frame|cache)/;
    const ownOf = (response?: LightMyRequestResponse) =>
      Object.fromEntries(Object.entries(response?.headers ?? {}).filter(([name]) => own.test(name)));
    expect(ownOf(early)).toEqual(ownOf(usual));
  });

  it.each(names.filter((name) => name.startsWith('export')))('of %s make a file of it', async (name) => {
    const { headers } = await make(admin, name, '');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('security 25: a fault of the database', () => {
  it('reveals no internals, whichever call it hits', async () => {
    const broken = await startTestServer({ REGISTRATION: 'on' });
    const who = await broken.signIn(await aUser(broken.db, { roles: ['rep', 'admin'] }));
    await broken.db.execute(sql`drop table locations, boxes, items, visits, deliveries, delivery_lines, audit,
      idempotency_keys, item_rollups, delivery_rollups, visit_rollups, sign_in_tries,
      sync_devices, sent_recordings cascade`);
    const unbroken: CallName[] = [
      'getMe',
      'getHealth',
      'getReady',
      'listUsers',
      'listDemoAccounts',
      'listSessions',
      'endSession',
      'updateUser',
      'resetPassword',
      'register',
    ];
    for (const name of names.filter((of) => !unbroken.includes(of))) {
      const response = await make(who, name, 'some-unknown-id');
      expect([name, response.statusCode, response.json()]).toEqual([
        name,
        500,
        { error: `Something went wrong on the server. Request id: ${String(response.headers['x-request-id'])}` },
      ]);
    }
    await broken.close();
  });
});
