import { isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../../../src/domain/outcomes';
import { validatePassword } from '../../../../src/domain/userRules';
import { canComplete } from '../../../../src/domain/visitFormRules';
import { boxes, deliveries, deliveryLines, items, locations, users, visits } from '../../../../src/server/db/schema';
import { DEMO_ACCOUNTS } from '../../../../src/server/demo/demoAccounts';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();

const DAY_MS = 86_400_000;

it('has users, locations, items and 90 days of visits with every outcome', async () => {
  await seedDemo(server.db, NOW);
  expect(await server.db.select().from(users)).toHaveLength(6);
  expect(await server.db.select().from(locations)).toHaveLength(30);
  expect(await server.db.select().from(items)).toHaveLength(40);
  const made = await server.db.select().from(visits);
  expect(new Set(made.map((visit) => visit.outcome))).toEqual(new Set([...OUTCOMES, null]));
  const ages = made.map((visit) => (NOW.getTime() - visit.startedAt.getTime()) / DAY_MS);
  expect(Math.max(...ages)).toBeGreaterThan(85);
  expect(Math.max(...ages)).toBeLessThan(90);
  expect(Math.min(...ages)).toBeLessThan(1);
  expect(await server.db.select().from(visits).where(isNull(visits.submittedAt))).toHaveLength(3);
});

it('follows the rules: nothing in the future, totals that add up, completed means every box refilled', async () => {
  await seedDemo(server.db, NOW);
  const [made, lines, delivered, standing] = [
    await server.db.select().from(visits),
    await server.db.select().from(deliveryLines),
    await server.db.select().from(deliveries),
    await server.db.select().from(boxes),
  ];
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line.deliveryId, (sums.get(line.deliveryId) ?? 0) + line.lineTotalCents);
  expect(delivered.map((delivery) => delivery.totalCents)).toEqual(delivered.map((delivery) => sums.get(delivery.id)));
  expect(delivered.filter((delivery) => delivery.visitId === null).length).toBeGreaterThan(0);
  expect(delivered.filter((delivery) => delivery.deliveredAt > NOW)).toEqual([]);
  expect(made.filter((visit) => (visit.submittedAt ?? visit.startedAt) > NOW)).toEqual([]);
  const broken = made.filter((visit) => {
    const boxIds = standing.filter((box) => box.locationId === visit.locationId).map((box) => box.id);
    const own = delivered.filter((delivery) => delivery.visitId === visit.id);
    return visit.outcome === 'completed' && !canComplete(boxIds, new Set(own.map((delivery) => delivery.boxId)));
  });
  expect(broken).toEqual([]);
});

it('is the same at every first start', async () => {
  const story = async () => {
    await server.reset();
    await seedDemo(server.db, NOW);
    const made = await server.db.select().from(deliveries).orderBy(deliveries.deliveredAt, deliveries.totalCents);
    return made.map((delivery) => [delivery.deliveredAt.toISOString(), delivery.totalCents]);
  };
  expect(await story()).toEqual(await story());
});

it('returns the accounts that can sign in', async () => {
  const accounts = await seedDemo(server.db, NOW);
  expect(accounts).toEqual(DEMO_ACCOUNTS.filter((account) => account.active));
  expect(DEMO_ACCOUNTS.map((account) => validatePassword(account.password))).toEqual(DEMO_ACCOUNTS.map(() => null));
  for (const { email, password, roles } of DEMO_ACCOUNTS) {
    const response = await server.anyone.post('/api/auth/login', { email, password });
    const isActive = accounts.some((account) => account.email === email);
    const expected = isActive ? { user: { email, roles } } : { error: 'Email or password is wrong.' };
    expect(response.json()).toMatchObject(expected);
  }
});
