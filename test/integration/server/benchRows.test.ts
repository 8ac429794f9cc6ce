import { expect, test } from 'vitest';
import { deliveries, deliveryLines, items } from '../../../src/server/db/schema';
import { openTestDatabase } from '../../support/server/testDatabase';
import { fill } from '../../tools/bench/server/fill';

test('the rows that the benches insert fit the tables', async () => {
  const { db, close } = await openTestDatabase();
  await fill(db, { deliveries: 8, locations: 2 });
  const counts = [await db.$count(items), await db.$count(deliveries), await db.$count(deliveryLines)];
  expect(counts).toEqual([200, 8, 24]);
  await close();
});
