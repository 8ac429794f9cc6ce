import type { Request } from '@playwright/test';
import { paths } from '../../src/paths';
import { ADA, BO, CLEO, EAST, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { type Fault, refusal } from '../browser/proxy/faults';
import { ofCall, type SeenRequest } from '../browser/proxy/seenRequests';
import { expectAddress, fact, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

/** The calls of spec §7 as seen on the wire, and the shapes of responses that it leaves open. */

const json = (body: unknown): Fault => ({
  kind: 'response',
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(body),
});
const queryOf = ({ url }: SeenRequest) => Object.fromEntries(new URL(url, 'http://any').searchParams);

test('§7 signing in and out, and what every call has in common', async ({ page, network }) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) requests.push(request);
  });
  await page.goto(paths.locations());
  await proves('S7.auth.1', async () => {
    await network.sees(ofCall('getMe'));
    await expectAddress(page, paths.login());
  });
  await proves('S7.auth.2', async () => {
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByLabel('Password').fill(ADA.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const sent = await network.sees(ofCall('login'));
    expect(JSON.parse(sent.body)).toEqual({ email: ADA.email, password: ADA.password });
    await expectAddress(page, paths.locations());
  });
  await page.getByRole('article', { name: EAST.name }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(EAST.name);
  await proves(['S7.1', 'S9.1'], async () => {
    const afterSignIn = requests.filter((request) => request.timing().startTime > 0);
    expect(afterSignIn.length).toBeGreaterThan(4);
    for (const request of requests) expect(new URL(request.url()).pathname).toMatch(/^\/api\//);
    const start = requests.find((request) => request.method() === 'POST' && request.url().endsWith('/api/visits'));
    const headers = await start?.allHeaders();
    expect(headers?.cookie).toMatch(/session=/);
    expect(headers?.['content-type']).toMatch(/^application\/json/);
    expect((await start?.response())?.headers()['content-type']).toMatch(/^application\/json/);
  });
  await proves('S7.visits.4', async () => {
    const list = requests.find((request) => request.url().includes(`/api/visits?location=`));
    expect(new URL(list?.url() ?? '').searchParams.get('limit')).toBe('2');
    expect((await list?.allHeaders())?.['cache-control']).toBe('no-cache');
  });
  await proves('S7.visits.7', async () => {
    const find = () => requests.find((request) => /\/api\/visits\/[^/?]+\?/.test(request.url()));
    await expect.poll(find).toBeDefined();
    const one = find();
    expect((await one?.allHeaders())?.['cache-control']).toBe('no-cache');
    const stamp = Number(new URL(one?.url() ?? '').searchParams.get('t'));
    expect(Math.abs((one?.timing().startTime ?? 0) - stamp)).toBeLessThan(120_000);
  });
  await proves('S7.boxes.1', async () => {
    const boxes = () => network.seen.filter(ofCall('listBoxes')).map(queryOf);
    await expect.poll(boxes).toContainEqual({ location: expect.stringMatching(/./) as unknown });
  });
  await proves('S7.auth.4', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await network.sees(ofCall('logout'));
    await expectAddress(page, paths.login());
  });
});

test('§7 calls that no screen makes', async ({ page, signedIn, fixture, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.boxes(fixture.locationId(EAST)));
  await proves('S7.auth.5', async () => {
    const data = { name: 'Zed', email: 'zed@example.com', password: 'a long enough password 9' };
    const response = await page.request.post(`${network.url}/api/auth/register`, { data });
    expect(response.status()).toBe(403);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^Registration is switched off/) as unknown });
  });
  await proves('S3.14', async () => {
    const response = await page.request.post(`${network.url}/api/auth/register`, { data: ['no object'] });
    expect(response.status()).toBe(400);
    expect(await response.json()).toHaveProperty('error');
  });
  await proves('S7.boxes.4', async () => {
    const data = { label: 'Window', size: 'XL', location: fixture.locationId(EAST) };
    const response = await page.request.post(`${network.url}/api/boxes`, { data });
    expect(response.status()).toBe(201);
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'Window' })).toContainText('XL');
  });
  await proves('S7.boxes.3', async () => {
    await openInApp(page, paths.newDelivery({ box: fixture.boxId(EAST, 1) }));
    const seen = await network.sees(ofCall('getBox'));
    expect(seen.url).toBe(`/api/boxes/${fixture.boxId(EAST, 1)}`);
    await expect(page.getByRole('combobox', { name: 'Box' })).toHaveValue(fixture.boxId(EAST, 1));
  });
  await proves('S7.visits.11', async () => {
    const visit = await fixture.visit(SOUTH);
    const data = { note: 'only the note' };
    const response = await page.request.patch(`${network.url}/api/visits/${visit._id}/note`, { data });
    expect(response.status()).toBe(200);
    await openInApp(page, paths.visit(visit._id));
    await expect(fact(page, 'Note')).toHaveText('only the note');
  });
  await proves('S9.9', async () => {
    for (let made = 0; made < 7; made += 1) await fixture.visit(NORTH, { outcome: 'skipped' });
    const response = await page.request.get(`${network.url}/api/visits?location=${fixture.locationId(NORTH)}`);
    expect(await response.json()).toHaveLength(5);
  });
});

test('§7 responses in every shape that is allowed', async ({ page, signedIn, fixture, network }) => {
  const visit = await fixture.visit(SOUTH, { boxes: [0], note: '' });
  const other = await fixture.visit(NORTH, { boxes: [0] });
  const apiClient = await fixture.apiClient(ADA);
  const plain = await apiClient.get<object>(`/visits/${visit._id}`);
  await signedIn(ADA);
  await proves('S7.visits.8', async () => {
    const wrapped = network.meet(ofCall('getVisit'), json({ visit: plain }));
    await page.goto(paths.visitDetails(visit._id));
    await expect(fact(page, 'Location')).toContainText(SOUTH.name);
    wrapped.remove();
    const bare = network.meet(ofCall('getVisit'), json(plain));
    await page.reload();
    await expect(fact(page, 'Location')).toContainText(SOUTH.name);
    bare.remove();
  });
  const table = page.getByRole('table', { name: 'Deliveries of this visit' });
  await proves(['S7.deliveries.3', 'S7.deliveries.4'], async () => {
    const mixed = [...visit.deliveries, ...other.deliveries];
    for (const body of [mixed, { data: mixed }, { data: mixed.map((one) => ({ ...one, visit: one.visit?._id })) }]) {
      const rule = network.meet(ofCall('listDeliveries'), json(body));
      await page.reload();
      await expect(table.getByRole('row')).toHaveCount(2);
      rule.remove();
    }
  });
  await proves(['S7.visits.5', 'S7.visits.6'], async () => {
    const at = (times: object, note: string) => ({
      ...plain,
      _id: note,
      note,
      startedAt: null,
      submittedAt: null,
      ...times,
    });
    const visits = [
      at({ createdAt: '2026-01-01T10:00:00.000Z', startedAt: '2026-01-03T10:00:00.000Z' }, 'second'),
      at({ createdAt: '2026-01-01T10:00:00.000Z' }, 'third'),
      at({ createdAt: '2026-01-01T10:00:00.000Z', submittedAt: '2026-01-04T10:00:00.000Z' }, 'first'),
    ];
    for (const body of [visits, { data: visits }]) {
      const rule = network.meet(ofCall('listVisits'), json(body));
      await page.goto(paths.locations());
      const shown = page.getByRole('article', { name: EAST.name }).getByRole('listitem');
      await expect(shown).toContainText(['first', 'second']);
      rule.remove();
    }
  });
  await proves(['S3.2', 'S6.2'], async () => {
    const user = { _id: fixture.userId(BO), name: BO.name, email: BO.email, active: true };
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    for (const [roles, count] of [
      [{ role: 'admin' }, 7],
      [{ role: 'rep' }, 2],
      [{ role: 'rep', roles: ['rep', 'admin'] }, 7],
      [{ roles: ['rep'] }, 2],
    ] as const) {
      const rule = network.meet(ofCall('getMe'), json({ user: { ...user, ...roles } }));
      await page.reload();
      await expect(page.getByText(`Hi, ${BO.name}`)).toBeVisible();
      await expect(links).toHaveCount(count);
      rule.remove();
    }
  });
  await proves('S7.2', async () => {
    network.meet(ofCall('submitVisit'), { kind: 'response', status: 204, contentType: 'text/plain', body: '' });
    // A server of the specification alone has no call that says whether it recorded a write, and does not claim one.
    network.meet(ofCall('getWrite'), refusal(404, 'Not found.'));
    const { user } = await apiClient.get<{ user: object }>('/auth/me');
    network.meet(ofCall('getMe'), json({ user }));
    await page.goto(paths.visit(visit._id));
    await page.getByRole('radio', { name: 'partial' }).check();
    await page.getByRole('button', { name: 'Submit Visit' }).click();
    await expectAddress(page, paths.dashboard({ done: 'visit' }));
  });
});

test('§7 dashboard reports', async ({ page, signedIn, fixture, network }) => {
  const apiClient = await fixture.apiClient(CLEO);
  const visit = await fixture.visit(NORTH);
  for (let made = 1; made <= 12; made += 1) {
    const item = {
      name: `Item ${made}`,
      sku: `I-${made}`,
      packaging: 'each',
      unitsPerPack: 1,
      pricePerPack: 1,
      active: true,
    };
    const { _id } = await apiClient.post<{ _id: string }>('/items', item);
    const references = { location: fixture.locationId(NORTH), box: fixture.boxId(NORTH, 0), visit: visit._id };
    await apiClient.post('/deliveries', {
      repName: '',
      ...references,
      lines: [{ item: _id, quantity: made, packaging: 'each' }],
    });
  }
  await signedIn(ADA);
  await page.goto(paths.dashboard());
  await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: NORTH.name });
  const range = { from: expect.any(String) as unknown, to: expect.any(String) as unknown };
  const filter = { ...range, location: fixture.locationId(NORTH) };
  const isOfNorth = ({ url }: SeenRequest) => url.includes(fixture.locationId(NORTH));
  await proves(['S7.reports.1', 'S9.5'], async () => {
    const { limit = '10', ...query } = queryOf(
      await network.sees((request) => ofCall('getItemsUsage')(request) && isOfNorth(request)),
    );
    expect({ limit, query }).toEqual({ limit: '10', query: filter });
    expect(await (await fixture.apiClient(ADA)).get<unknown[]>('/reports/items-usage')).toHaveLength(10);
    await page.getByText('Top Items as a table').click();
    await expect(page.getByRole('table', { name: 'Top Items' }).getByRole('row')).toHaveCount(11);
  });
  await proves('S7.reports.2', async () => {
    const seen = await network.sees((request) => ofCall('getRepProductivity')(request) && isOfNorth(request));
    expect(queryOf(seen)).toEqual(filter);
  });
  await proves('S7.reports.3', async () => {
    const seen = await network.sees((request) => ofCall('getOutcomes')(request) && isOfNorth(request));
    expect(queryOf(seen)).toEqual(filter);
  });
});
