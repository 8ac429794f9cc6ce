import { afterAll, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import type { OutcomeCounts } from '../../../../src/contract/reports';
import type { Visit } from '../../../../src/contract/visits';
import type { ChangedMeanwhile, WriteState } from '../../../../src/contract/writes';
import { OUTCOMES } from '../../../../src/domain/outcomes';
import { items } from '../../../../src/server/db/schema';
import { beginSession } from '../../../../src/server/auth/sessions';
import { aStockedLocation, deliveryBody } from '../../../support/server/aStockedLocation';
import { aUser } from '../../../support/server/builders';
import { startServerProcess } from '../../../support/server/serverProcess';
import { openTestDatabase } from '../../../support/server/testDatabase';

/** Writes that meet in two server processes on one PostgreSQL. */
const RACES = 1_000;
const LANES = 10;

const { db, url, close } = await openTestDatabase();
const env = { DATABASE_URL: url ?? '', NODE_ENV: 'production' };
const processes = await Promise.all([startServerProcess(env), startServerProcess(env)]);
afterAll(async () => {
  for (const { end } of processes) await end('SIGKILL');
  await close();
});

async function signIn(roles: ('rep' | 'admin')[], name: string) {
  const user = await aUser(db, { roles, name });
  return { id: user.id, name, cookie: `session=${await beginSession(db, user.id, new Date())}` };
}
const rep = await signIn(['rep'], 'Ada Rep');
const admin = await signIn(['admin'], 'Ann Admin');

interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Calls one of the two processes. */
async function call<Body>(
  process: number,
  who: { cookie: string },
  method: Method,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply<Body>> {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  const response = await fetch(`${processes[process % 2]?.url}/api${path}`, {
    method,
    headers: { cookie: who.cookie, ...type, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** Runs the races on several lanes at once, each lane one after the other. */
async function race(count: number, run: (index: number, lane: number) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let index = lane; index < count; index += LANES) await run(index, lane);
  });
  await Promise.all(lanes);
}

/** Asks again as long as the other request is in the way, as every 409 with `Retry-After` invites to. */
async function settled<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 409 || reply.headers.get('retry-after') === null) return reply;
  }
}

it(`a late write against a cancel, ${RACES} times: either it takes effect or it never does`, async () => {
  const made: string[] = [];
  await race(RACES, async (index) => {
    const key = `race-${String(index).padStart(6, '0')}`;
    const write = () =>
      call<{ _id: string }>(index, admin, 'POST', '/items', { name: key, price: 1 }, { 'idempotency-key': key });
    const cancel = () => call<WriteState>(index + 1, admin, 'DELETE', `/writes/${key}`);
    const isCancelFirst = index % 4 < 2;
    const early = isCancelFirst ? settled(cancel) : null;
    const [written, cancelled] = await Promise.all([settled(write), early ?? settled(cancel)]);
    const { body: now } = await call<WriteState>(index, admin, 'GET', `/writes/${key}`);
    const isDone = written.status === 201;
    if (isDone) made.push(key);
    const recorded = { state: 'done', response: { status: 201, body: written.body } };
    const state = isDone ? recorded : { state: 'cancelled' };
    expect([written.status, cancelled.body, now]).toEqual([isDone ? 201 : 410, state, state]);
  });
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThan(RACES);
  const there = await db.select({ name: items.name }).from(items);
  expect(
    there
      .map(({ name }) => name)
      .filter((name) => name.startsWith('race-'))
      .sort(),
  ).toEqual(made.sort());
});

it('one key sent 50 times at once has one effect; the others get its response or 409 with Retry-After', async () => {
  const replies: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const before = await db.$count(items);
    const send = (index: number) =>
      call<{ _id: string }>(
        index,
        admin,
        'POST',
        '/items',
        { name: `item ${round}`, price: 1 },
        { 'idempotency-key': `at-once-${round}` },
      );
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index)));
    expect(await db.$count(items)).toBe(before + 1);
    const given = all.filter(({ status }) => status === 201);
    expect(new Set(given.map(({ body }) => body._id)).size).toBe(1);
    expect(given.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    const waiting = all.filter(({ status }) => status === 409);
    expect(given.length + waiting.length).toBe(50);
    expect(waiting.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
    replies.push(waiting.length);
  }
  expect(Math.max(...replies)).toBeGreaterThan(0);
});

it('an edit against an edit, 300 times: one wins; the other gets the current version and its author', async () => {
  const store = await aStockedLocation(db);
  const lanes = await Promise.all(
    Array.from({ length: LANES }, () => call<Delivery>(0, rep, 'POST', '/deliveries', deliveryBody(store, 0))),
  );
  const versions = lanes.map(() => 1);
  await race(300, async (index, lane) => {
    const path = `/deliveries/${lanes[lane]?.body._id}`;
    const edit = (who: typeof rep, process: number, quantity: number) =>
      call<Delivery & ChangedMeanwhile>(
        process,
        who,
        'PATCH',
        path,
        { lines: [{ item: store.itemId, quantity, packaging: 'each' }] },
        { 'if-match': `"${versions[lane]}"` },
      );
    const both = await Promise.all([edit(rep, index, 1_000 + index), edit(admin, index + 1, 2_000 + index)]);
    const winner = both.findIndex(({ status }) => status === 200);
    const [won, lost] = [both[winner]?.body, both[1 - winner]];
    versions[lane] = (versions[lane] ?? 0) + 1;
    const { id: _id, name } = winner === 0 ? rep : admin;
    expect(won?.version).toBe(versions[lane]);
    expect([lost?.status, lost?.body.current, lost?.body.changedBy]).toEqual([412, won, { _id, name }]);
  });
});

it(`a submit against a submit, ${RACES} times: one takes effect; the other gets the submitted visit`, async () => {
  const stores = await Promise.all(Array.from({ length: LANES }, () => aStockedLocation(db, { boxes: 1 })));
  const sum = async () => {
    const { body } = await call<OutcomeCounts>(0, admin, 'GET', '/reports/outcomes');
    return OUTCOMES.reduce((all, outcome) => all + body[outcome], 0);
  };
  await race(RACES, async (index, lane) => {
    const start = await call<Visit>(index, rep, 'POST', '/visits', { location: stores[lane]?.locationId });
    expect([start.status, start.body.version]).toEqual([201, 1]);
    const path = `/visits/${start.body._id}`;
    const knowsVersions = index % 2 === 0;
    const submit = (who: typeof rep, process: number, outcome: string) =>
      call<Visit & ChangedMeanwhile>(
        process,
        who,
        'POST',
        `${path}/submit`,
        { outcome, note: who.name },
        knowsVersions ? { 'if-match': '1' } : {},
      );
    const both = await Promise.all([submit(rep, index, 'skipped'), submit(admin, index + 1, 'no_access')]);
    const winner = both.findIndex(({ status }) => status === 200);
    const [won, lost] = [both[winner]?.body, both[1 - winner]];
    const { body: now } = await call<Visit>(index, rep, 'GET', path);
    expect([now, now.version]).toEqual([won, 2]);
    const { id: _id, name } = winner === 0 ? rep : admin;
    const changed = { error: `Changed by ${name} meanwhile.`, current: won, changedBy: { _id, name } };
    const expected = knowsVersions
      ? [412, changed]
      : [409, { error: 'This visit was already submitted.', reason: 'visitSubmitted' }];
    expect([lost?.status, lost?.body]).toEqual(expected);
  });
  expect(await sum()).toBe(RACES);
});
