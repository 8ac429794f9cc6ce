import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { items, locations } from '../../../../../src/server/db/schema';
import { BO, EAST, SOUTH, TEA, WATER } from '../../../../browser/fixture/fixtures';
import { ENTRIES, expect, test } from '../campaignTest';
import { httpDevice } from '../httpDevice';

/** Names that a spreadsheet would take for formulas. */
const FORMULAS = { east: '=1+1', south: '@SUM(A1)', water: '+cmd|x', tea: '-2+3' };

test('38: CSV formula injection', async ({ ada, campaign, server, signal }) => {
  const { db } = server;
  await db.update(locations).set({ name: FORMULAS.east }).where(eq(locations.name, EAST.name));
  await db.update(locations).set({ name: FORMULAS.south }).where(eq(locations.name, SOUTH.name));
  await db.update(items).set({ name: FORMULAS.water }).where(eq(items.name, WATER.name));
  await db.update(items).set({ name: FORMULAS.tea }).where(eq(items.name, TEA.name));
  await campaign.waiting();
  const line = (item: string, quantity: number) => [{ item, packaging: 'each', quantity } as const];
  for (const [index, [store, item]] of [
    [FORMULAS.east, FORMULAS.water],
    [FORMULAS.south, FORMULAS.tea],
  ].entries()) {
    campaign.entered(ENTRIES + 1 + index);
    expect(await ada.deliver(store ?? '', 'Box 1', line(item ?? '', ENTRIES + 1 + index))).toBe('saved locally');
  }
  await signal.regain();
  await expect.poll(async () => (await db.query.deliveries.findMany()).length).toBe(ENTRIES + 2);
  const csv = await ada.page.evaluate(async () => (await fetch('/api/exports/deliveries.csv')).text());
  const cells = csv.split(/[\r\n,]+/).map((cell) => cell.replace(/^"/, ''));
  const neutral = Object.values(FORMULAS).filter((name) => cells.some((cell) => cell.startsWith(`'${name}`)));
  expect(neutral).toEqual(Object.values(FORMULAS));
  // Amounts stay numbers: only a text is neutralised.
  expect(cells.filter((cell) => /^[=+@-]/.test(cell) && Number.isNaN(Number(cell)))).toEqual([]);
  await campaign.judge({ page: ada.page, fired: neutral.length });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Bodies that no client of the app sends. */
const HOSTILE: { body: BodyInit; headers?: Record<string, string> }[] = [
  { body: '{' },
  { body: '' },
  { body: 'null' },
  { body: '[1,2' },
  { body: deep(50_000) },
  { body: '{"location":"x","location":"y"}' },
  { body: '{"__proto__":{"admin":true}}' },
  { body: '{"constructor":{"prototype":{"admin":true}}}' },
  { body: '\u0000' },
  { body: '{"lines":"' + 'x'.repeat(3_000_000) + '"}' },
  { body: new Uint8Array(gzipSync('0'.repeat(20_000_000))), headers: { 'content-encoding': 'gzip' } },
];

test('39: Malformed / deep / duplicate-key / `__proto__` JSON, gzip bomb', async ({
  ada,
  campaign,
  server,
  signal,
}) => {
  await campaign.waiting();
  const cookie = (await ada.page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await signal.regain();
  const statuses = await Promise.all(
    HOSTILE.map(async ({ body, headers }) => {
      const url = `${server.url}/api/deliveries`;
      const response = await fetch(url, { method: 'POST', body, headers: { ...JSON_TYPE, cookie, ...headers } });
      expect(Object.keys((await response.json()) as object)).toContain('error');
      return response.status;
    }),
  );
  const refused = statuses.filter((status) => status >= 400 && status < 500).length;
  expect(refused, statuses.join()).toBe(HOSTILE.length);
  await campaign.judge({ page: ada.page, fired: refused });
});

const DEVICES = 40;

test('42: Replay storm: devices return at once', async ({ ada, campaign, server, signal }) => {
  await campaign.waiting();
  const bo = await httpDevice(server, BO);
  let fired = 0;
  const deliver = async (mark: number): Promise<void> => {
    for (let status = 0; status !== 201; ) {
      const response = await bo.deliver(mark);
      status = response.status;
      if (status !== 201 && status !== 429 && status !== 503) throw new Error(`Write ${mark} got ${status}`);
      if (status !== 201) await ada.page.waitForTimeout(response.retryAfterMs);
    }
    campaign.acknowledged(mark, BO.name);
    fired += 1;
  };
  const device = async (number: number): Promise<void> => {
    for (let entry = 0; entry < ENTRIES; entry += 1) await deliver(1_000 + number * ENTRIES + entry);
  };
  const storm = Promise.all(Array.from({ length: DEVICES }, (_, number) => device(number)));
  await signal.regain();
  await storm;
  await campaign.judge({ page: ada.page, fired });
});
