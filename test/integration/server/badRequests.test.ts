import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedLocation, deliver, type StockedLocation, startVisit } from '../../support/server/aStockedLocation';
import { aUser } from '../../support/server/builders';
import type { Caller, TestServer } from '../../support/server/harness';
import { serverOfFile } from '../../support/server/serverOfFile';

/**
 * A table of bad requests against one database that holds a bit of everything. Each is answered with 4xx and
 * a sentence, never with 5xx, and leaves every table as it was.
 */

const server = await serverOfFile();
let names: Record<string, string>;
let callers: Record<'rep' | 'otherRep' | 'admin' | 'anyone', Caller>;

async function prepare(db: TestServer['db']): Promise<void> {
  const [rep, otherRep, admin] = [await server.signIn('rep'), await server.signIn('rep'), await server.signIn('admin')];
  const retired = await aUser(db, { active: false });
  const store: StockedLocation = await aStockedLocation(db);
  const elsewhere = await aStockedLocation(db);
  const open = await startVisit(rep, store);
  const delivery = await deliver(rep, store, 0, open._id);
  const done = await startVisit(rep, elsewhere);
  await rep.post(`/api/visits/${done._id}/submit`, { outcome: 'partial', note: 'done' });
  callers = { rep, otherRep, admin, anyone: server.anyone };
  names = {
    STORE: store.locationId,
    BOX: store.boxIds[0] ?? '',
    ELSEWHERE: elsewhere.locationId,
    FARBOX: elsewhere.boxIds[0] ?? '',
    ITEM: store.itemId,
    OPEN: open._id,
    DONE: done._id,
    DELIVERY: delivery._id,
    REP: rep.user.id,
    RETIRED: retired.id,
    ADMIN: admin.user.id,
    TAKEN: admin.user.email,
  };
}

/** Puts the ids of this run in the place of the words in capitals. */
function named<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replace(/\$([A-Z]+)/g, (_, name: string) => names[name] ?? name));
}

const TABLES = ['users', 'sessions', 'locations', 'boxes', 'items', 'visits', 'deliveries', 'delivery_lines', 'audit'];

async function dump(): Promise<unknown[]> {
  const tables: unknown[] = [];
  for (const table of [...TABLES, 'idempotency_keys']) {
    const { rows } = await server.db.execute(sql`select to_jsonb(t) as row from ${sql.identifier(table)} t order by 1`);
    tables.push([table, rows]);
  }
  return tables;
}

beforeAll(() => prepare(server.db));

type BadRequest = [
  who: keyof typeof callers,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: unknown,
  status: number,
];

const line = { item: '$ITEM', quantity: 1, packaging: 'each' };
const delivery = { repName: 'Ada', location: '$STORE', box: '$BOX', visit: '$OPEN', lines: [line] };
const withLine = (change: object) => ({ ...delivery, lines: [line, { ...line, ...change }] });
const submit = { outcome: 'partial', note: '' };
const item = { name: 'Cola', sku: 'C', packaging: 'each', unitsPerPack: 1, pricePerPack: 1, active: true };
const user = { name: 'Eve', email: 'eve@example.com', password: 'long enough', roles: ['rep'], active: true };
const location = { name: 'Shop', boxCount: 1, boxSizes: ['M'] };

const requests: BadRequest[] = [
  // Starting a visit
  ['rep', 'POST', '/visits', {}, 400],
  ['rep', 'POST', '/visits', { location: '' }, 400],
  ['rep', 'POST', '/visits', { location: 7 }, 400],
  ['rep', 'POST', '/visits', { location: null }, 400],
  ['rep', 'POST', '/visits', { location: 'x'.repeat(65) }, 400],
  ['rep', 'POST', '/visits', { location: 'nowhere' }, 404],
  ['rep', 'POST', '/visits', { location: '$STORE', rep: '$ADMIN' }, 403],
  ['rep', 'POST', '/visits', { location: '$STORE', startedAt: '2020-01-01T00:00:00Z' }, 400],
  ['admin', 'POST', '/visits', { location: '$STORE', rep: '$RETIRED' }, 400],
  ['admin', 'POST', '/visits', { location: '$STORE', rep: 'nobody' }, 400],
  ['anyone', 'POST', '/visits', { location: '$STORE' }, 401],
  // Submitting and editing it
  ['rep', 'POST', '/visits/$OPEN/submit', { note: 'x' }, 400],
  ['rep', 'POST', '/visits/$OPEN/submit', { outcome: 'great', note: '' }, 400],
  ['rep', 'POST', '/visits/$OPEN/submit', { outcome: 'completed', note: '' }, 409],
  ['rep', 'POST', '/visits/$OPEN/submit', { ...submit, note: 7 }, 400],
  ['rep', 'POST', '/visits/$OPEN/submit', { ...submit, note: 'x'.repeat(10_001) }, 400],
  ['rep', 'POST', '/visits/$OPEN/submit', { ...submit, submittedAt: '2020-01-01T00:00:00Z' }, 400],
  ['rep', 'POST', '/visits/$DONE/submit', submit, 409],
  ['rep', 'POST', '/visits/nothing/submit', submit, 404],
  ['otherRep', 'POST', '/visits/$OPEN/submit', submit, 403],
  ['anyone', 'POST', '/visits/$OPEN/submit', submit, 401],
  ['rep', 'PATCH', '/visits/$OPEN', {}, 400],
  ['rep', 'PATCH', '/visits/$OPEN', { outcome: null }, 400],
  ['rep', 'PATCH', '/visits/$DONE', { outcome: 'completed' }, 409],
  ['rep', 'PATCH', '/visits/$OPEN', { note: 'x', repName: 'Eve' }, 400],
  ['otherRep', 'PATCH', '/visits/$OPEN', { note: 'x' }, 403],
  ['rep', 'PATCH', '/visits/nothing', { note: 'x' }, 404],
  ['rep', 'PATCH', '/visits/$OPEN/note', {}, 400],
  ['rep', 'PATCH', '/visits/$OPEN/note', { note: ['x'] }, 400],
  ['otherRep', 'PATCH', '/visits/$OPEN/note', { note: 'x' }, 403],
  // Recording a delivery
  ['rep', 'POST', '/deliveries', {}, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, location: '' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, box: '' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, lines: [] }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, lines: 'two' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, lines: [null] }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, lines: Array(501).fill(line) }, 400],
  ['rep', 'POST', '/deliveries', withLine({ item: '' }), 400],
  ['rep', 'POST', '/deliveries', withLine({ item: 'unknown' }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: 0 }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: -1 }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: 1.5 }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: 0.001, packaging: 'case' }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: 1e15 }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: null }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: 'NaN' }), 400],
  ['rep', 'POST', '/deliveries', withLine({ quantity: '2' }), 400],
  ['rep', 'POST', '/deliveries', withLine({ packaging: 'x'.repeat(101) }), 400],
  ['rep', 'POST', '/deliveries', withLine({ packaging: undefined }), 400],
  ['rep', 'POST', '/deliveries', withLine({ unitPrice: 0.01 }), 400],
  ['rep', 'POST', '/deliveries', { ...delivery, total: 1 }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, deliveredAt: '2020-01-01T00:00:00Z' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, box: '$FARBOX' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, box: 'nothing' }, 404],
  ['rep', 'POST', '/deliveries', { ...delivery, location: 'nowhere', visit: undefined }, 404],
  ['rep', 'POST', '/deliveries', { ...delivery, location: '$ELSEWHERE', box: '$FARBOX' }, 400],
  ['rep', 'POST', '/deliveries', { ...delivery, location: '$ELSEWHERE', box: '$FARBOX', visit: '$DONE' }, 409],
  ['rep', 'POST', '/deliveries', { ...delivery, visit: 'nothing' }, 404],
  ['rep', 'POST', '/deliveries', { ...delivery, visit: '' }, 400],
  ['otherRep', 'POST', '/deliveries', delivery, 403],
  ['anyone', 'POST', '/deliveries', delivery, 401],
  // Editing it
  ['rep', 'PATCH', '/deliveries/$DELIVERY', {}, 400],
  ['rep', 'PATCH', '/deliveries/$DELIVERY', { lines: [{ ...line, quantity: -0.01 }] }, 400],
  ['rep', 'PATCH', '/deliveries/$DELIVERY', { lines: [{ ...line, item: 'unknown' }] }, 400],
  ['rep', 'PATCH', '/deliveries/$DELIVERY', { lines: [line], visit: '$DONE' }, 400],
  ['rep', 'PATCH', '/deliveries/nothing', { lines: [line] }, 404],
  ['otherRep', 'PATCH', '/deliveries/$DELIVERY', { lines: [line] }, 403],
  // Reading
  ['rep', 'GET', '/deliveries?from=yesterday', undefined, 400],
  ['rep', 'GET', '/deliveries?to=2026-02-30', undefined, 400],
  ['rep', 'GET', '/deliveries?from=0000-01-01', undefined, 400],
  ['rep', 'GET', '/deliveries?to=9999-12-31T23:59:59-12:00', undefined, 400],
  ['rep', 'GET', '/deliveries?from=2026-01-01T25:00:00Z', undefined, 400],
  ['rep', 'GET', '/deliveries?limit=many', undefined, 400],
  ['rep', 'GET', '/deliveries?page=1.5', undefined, 400],
  ['rep', 'GET', '/deliveries?page=1&page=2', undefined, 400],
  ['rep', 'GET', '/deliveries?repId=$REP', undefined, 403],
  ['rep', 'GET', `/deliveries?repName=${'x'.repeat(10_000)}`, undefined, 400],
  ['rep', 'GET', '/deliveries?location=%00', undefined, 400],
  ['rep', 'GET', '/deliveries/nothing', undefined, 404],
  ['rep', 'GET', '/visits/%00', undefined, 400],
  ['rep', 'GET', '/visits?limit=', undefined, 400],
  ['rep', 'GET', '/reports/items-usage?to=2026-13-01', undefined, 400],
  ['rep', 'GET', '/exports/deliveries.csv?mode=all', undefined, 400],
  ['rep', 'GET', '/exports/reps.csv?repId=$REP', undefined, 403],
  ['rep', 'GET', '/exports/location-history.csv', undefined, 400],
  ['anyone', 'GET', '/exports/deliveries.csv', undefined, 401],
  ['rep', 'GET', '/nothing', undefined, 404],
  // Administration
  ['rep', 'POST', '/items', item, 403],
  ['admin', 'POST', '/items', { ...item, name: '  ' }, 400],
  ['admin', 'POST', '/items', { ...item, unitsPerPack: 0 }, 400],
  ['admin', 'POST', '/items', { ...item, pricePerPack: -1 }, 400],
  ['admin', 'POST', '/items', { ...item, pricePerPack: 0.001 }, 400],
  ['admin', 'POST', '/items', { ...item, pricePerPack: undefined }, 400],
  ['rep', 'POST', '/locations', location, 403],
  ['admin', 'POST', '/locations', { ...location, boxCount: 21 }, 400],
  ['admin', 'POST', '/locations', { ...location, boxSizes: ['XXL'] }, 400],
  ['admin', 'POST', '/boxes', { label: 'Box', size: 'M', location: 'nowhere' }, 404],
  ['rep', 'GET', '/users', undefined, 403],
  ['rep', 'PATCH', '/users/$REP', { roles: ['rep', 'admin'] }, 403],
  ['admin', 'POST', '/users', { ...user, roles: [] }, 400],
  ['admin', 'POST', '/users', { ...user, password: 'short' }, 400],
  ['admin', 'POST', '/users', { ...user, email: '$TAKEN' }, 409],
  ['admin', 'PATCH', '/users/$ADMIN', { roles: ['rep'] }, 409],
];

/** The records that a refusal with this status names as its reason. */
const REASONS: Record<number, (string | undefined)[]> = {
  404: [undefined, 'visitMissing', 'locationMissing', 'boxMissing'],
  409: [undefined, 'visitSubmitted'],
};

describe(`${requests.length} bad requests`, () => {
  it.each(requests)('%s %s %s %j → %s', async (who, method, path, body, status) => {
    const caller = callers[who];
    const url = named(`/api${path}`);
    const before = await dump();
    const payload = body === undefined ? undefined : (named(body) as object);
    const send = {
      GET: () => caller.get(url),
      POST: () => caller.post(url, payload),
      PATCH: () => caller.patch(url, payload),
    };
    const response = await send[method]();
    expect(response.statusCode, `answered ${response.body}`).toBe(status);
    const { error, reason, ...rest } = response.json() as { error: string; reason?: string };
    expect(rest).toEqual({});
    expect(REASONS[status] ?? [undefined]).toContain(reason);
    expect(error).toMatch(/^\S.{5,160}$/);
    expect(error).not.toMatch(/select .* from|insert into|\bat \w+ \(|node_modules|\[object|undefined|Invalid input/);
    expect(await dump()).toEqual(before);
  });
});
