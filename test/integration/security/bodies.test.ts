import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Call, type CallName, calls } from '../../../src/contract/calls';
import {
  API_BASE_PATH,
  EMAIL_LENGTH_MAX,
  ID_LENGTH_MAX,
  IMPORT_CHARS_MAX,
  LINE_LENGTH_MAX,
  LINES_PER_DELIVERY_MAX,
  NOTE_LENGTH_MAX,
  PACKAGING_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  RECORDING_CHARS_MAX,
  REFUSED_REPORTED_MAX,
  REPORTED_PAYLOAD_CHARS,
  SKU_LENGTH_MAX,
} from '../../../src/domain/constants';
import { callSchemas } from '../../../src/contract/callSchemas';
import { bodyLimitOf } from '../../../src/server/http/bodyLimits';
import { aBox, aLocation, anItem, aUser, aVisit } from '../../support/server/builders';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const PUBLIC_BYTES = 8192;

const server = await serverOfEachTest({ REGISTRATION: 'on' });
const url = await server.listen();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn(await aUser(server.db, { roles: ['rep', 'admin'] }));
});

const writes = (Object.entries(calls) as [CallName, Call][]).filter(([, { method }]) => method !== 'GET');
const publicWrites = writes.filter(([, { access }]) => access === 'public').map(([name]) => name);
const otherWrites = writes.filter(([, { access }]) => access !== 'public').map(([name]) => name);

/** Sends a body as these very bytes. */
function send(name: CallName, payload: string | Buffer, id = 'some-id', cookie?: string) {
  const { method, path } = calls[name];
  return server.app.inject({
    method,
    url: `${API_BASE_PATH}${path.replace(':id', id)}`,
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    payload,
  });
}

it('the proxy of the docs lets every body through that a call allows', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(readFileSync('docs/deploy/nginx.conf', 'utf8'))?.[1]);
  const limits = writes.map(([name, call]) => bodyLimitOf(call, callSchemas[name]));
  expect(Math.max(...limits)).toBeLessThan(megabytes * 1024 * 1024);
});

/** The response to the first part of a request whose rest never comes. */
function responseTo(begun: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(begun));
    socket.once('error', reject).on('data', (part) => {
      received += part.toString();
      if (!received.includes('}')) return;
      socket.destroy();
      resolve(received);
    });
  });
}

describe('security 23: a body of a public call', () => {
  it.each(publicWrites)('to %s is refused above 8 kB, before it is parsed', async (name) => {
    const tooLong = await send(name, '{'.repeat(PUBLIC_BYTES + 1));
    expect([tooLong.statusCode, tooLong.json()]).toEqual([413, { error: 'The request is larger than 8 kB.' }]);
    expect((await send(name, '{'.repeat(PUBLIC_BYTES))).statusCode).toBe(400);
  });

  it('to an unknown path is refused above 8 kB', async () => {
    const headers = { 'content-type': 'application/json' };
    const payload = ' '.repeat(PUBLIC_BYTES + 1);
    const response = await server.app.inject({ method: 'POST', url: '/api/nothing', headers, payload });
    expect(response.statusCode).toBe(413);
  });

  it('is refused by its Content-Length, before it is read', async () => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    expect(await responseTo(`${head}Content-Length: ${PUBLIC_BYTES + 1}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 413 .*larger than 8 kB/s,
    );
  });

  it('is refused as soon as it is too long, when it has no Content-Length', async () => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const part = `2710\r\n${' '.repeat(10_000)}\r\n`;
    expect(await responseTo(`${head}Transfer-Encoding: chunked\r\n\r\n${part}`)).toMatch(
      /^HTTP\/1.1 413 .*larger than 8 kB/s,
    );
  });

  it.each(otherWrites)('to %s is not read without a signed-in user', async (name) => {
    expect((await send(name, '{'.repeat(2_000_000))).statusCode).toBe(401);
  });
});

/** JSON in which every character of a text or a key is an escape, which is as long as it gets. */
function escaped(value: unknown): string {
  const escape = (text: string) =>
    text
      .split('')
      .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value).replace(/"([^"]*)"/g, (_, text: string) => `"${escape(text)}"`);
}

const id = (letter: string) => letter.repeat(ID_LENGTH_MAX);
const name = 'é'.repeat(LINE_LENGTH_MAX);
const email = `${'a'.repeat(EMAIL_LENGTH_MAX - 12)}@example.com`;
const password = 'é'.repeat(PASSWORD_LENGTH_MAX);
const note = 'é'.repeat(NOTE_LENGTH_MAX);
const lines = Array.from({ length: LINES_PER_DELIVERY_MAX }, () => ({
  item: id('i'),
  quantity: 99_999.25,
  packaging: 'é'.repeat(PACKAGING_LENGTH_MAX),
}));
const delivery = { repName: name, location: id('l'), box: id('b'), visit: id('v'), lines };
const address = { street: name, city: name, state: name, zip: name };
const sku = 'é'.repeat(SKU_LENGTH_MAX);
const content = 'é'.repeat(IMPORT_CHARS_MAX);
const sizes = Array.from({ length: 20 }, () => 'XL');

const refused = Array.from({ length: REFUSED_REPORTED_MAX }, () => ({
  ...{ id: id('e'), description: name, reason: name, status: 409, capturedAt: name },
  payload: 'é'.repeat(REPORTED_PAYLOAD_CHARS),
}));
const counts = { waiting: 10_000, refusedCount: 10_000, clockOffMs: -1_000_000.5, spaceLeftBytes: 1e12 };
const report = { device: id('d'), build: name, refused, oldestCapturedAt: name, ...counts };

/** Calls of whose bodies this is the longest, and what becomes of it. */
const longest: Partial<Record<CallName, [body: object, status: number]>> = {
  login: [{ email, password }, 401],
  register: [{ name, email, password }, 201],
  createItem: [{ name, sku, packaging: 'each', unitsPerPack: 1e5, pricePerPack: 1e6, price: 1e6, active: false }, 201],
  createLocation: [{ name, address, boxCount: 20, boxSizes: sizes, boxLabelPrefix: 'é'.repeat(50) }, 201],
  createBox: [{ label: name, size: 'XL', location: id('l') }, 201],
  createDelivery: [delivery, 201],
  createUser: [{ name, email, password, roles: ['rep', 'admin'], active: false }, 201],
  updateDelivery: [{ lines }, 200],
  startVisit: [{ location: id('l'), rep: id('r') }, 200],
  submitVisit: [{ outcome: 'partial', note }, 200],
  updateVisitNote: [{ note }, 200],
  updateVisit: [{ note }, 200],
  updateItem: [{ name, sku, packaging: 'each', unitsPerPack: 1e5, active: false }, 200],
  updateLocation: [{ name, address, active: false }, 200],
  updateBox: [{ label: name, size: 'XL', active: false }, 200],
  setItemPrice: [{ from: '2026-03-11T00:00:00.000Z', pricePerPack: 1e6, price: 1e6 }, 201],
  previewImport: [{ kind: 'items', content }, 400],
  importFile: [{ kind: 'items', content }, 400],
  reportSync: [report, 204],
  sendRecording: [{ device: id('d'), title: name, content: 'A'.repeat(RECORDING_CHARS_MAX) }, 204],
  updateUser: [{ name, email, roles: ['rep', 'admin'], active: false }, 200],
  changePassword: [{ currentPassword: password, newPassword: password }, 400],
};

describe('security 23: the longest body that the contract allows', () => {
  /** What the id in the path of a call names. */
  let named: Partial<Record<string, string>>;
  beforeEach(async () => {
    const rep = await aUser(server.db, { id: id('r') });
    await aLocation(server.db, { id: id('l') });
    await aBox(server.db, { id: id('b'), locationId: id('l') });
    await anItem(server.db, { id: id('i'), sku: 'C' });
    await aVisit(server.db, { id: id('v'), repId: rep.id, locationId: id('l') });
    const line = { item: id('i'), quantity: 1, packaging: 'each' };
    const made = await admin.post('/api/deliveries', { location: id('l'), box: id('b'), lines: [line] });
    const item = { updateItem: id('i'), setItemPrice: id('i'), updateUser: rep.id };
    named = { ...item, updateDelivery: made.json()._id, updateLocation: id('l'), updateBox: id('b') };
  });

  it('is tested for every call that takes a text or a list', () => {
    const missing = writes.map(([called]) => called).filter((called) => !(called in longest));
    expect(missing).toEqual(['logout', 'cancelWrite', 'endSession', 'endSessions', 'resetPassword']);
  });

  it.each(Object.entries(longest))(
    'of %s is accepted, and one of twice that length is refused',
    async (called, expected) => {
      const [body, status] = expected;
      const text = escaped(body);
      const response = await send(called as CallName, text, named[called] ?? id('v'), admin.cookie);
      expect([response.statusCode, response.body.slice(0, 200)]).toEqual([status, expect.anything()]);
      const padded = text.padEnd(Math.max(text.length * 2, 70_000), ' ');
      expect((await send(called as CallName, padded, id('v'), admin.cookie)).statusCode).toBe(413);
    },
  );
});

describe('security 24: a body that would take long to read', () => {
  const bombs: [string, string, string][] = [
    ['very many values', `[${'1,'.repeat(20_000)}1]`, 'The body has too many values.'],
    ['very many keys', `{${'"a":1,'.repeat(9_000)}"a":1}`, 'The body has too many values.'],
    ['a deep nesting', '['.repeat(1_000) + ']'.repeat(1_000), 'The body is nested too deeply.'],
    ['a text of escapes without an end', `{"lines":"${'\\"'.repeat(250_000)}`, 'The body is not valid JSON.'],
    ['quotes without an end', `{"lines":${'"'.repeat(9_001)}`, 'The body is not valid JSON.'],
  ];
  it.each(bombs)('for %s is refused with 400', async (_what, body, error) => {
    const response = await send('createDelivery', body, '', admin.cookie);
    expect([response.statusCode, response.json()]).toEqual([400, { error }]);
  });

  it('has only some of its unknown fields named in the refusal', async () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 1]);
    const body = { name: 'Cola', price: 1, ...Object.fromEntries(fields) };
    const response = await send('createItem', JSON.stringify(body), '', admin.cookie);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(/^Unknown field: field0, .{10,200}, …\.$/);
  });
});

describe('security 24: a body that is not UTF-8', () => {
  it('is refused with 400', async () => {
    const bytes = Buffer.from('{"name":"Caf\xe9","price":1}', 'latin1');
    const response = await send('createItem', bytes, '', admin.cookie);
    expect([response.statusCode, response.json()]).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
    expect((await send('createItem', '{"name":"Café","price":1}', '', admin.cookie)).statusCode).toBe(201);
  });
});
