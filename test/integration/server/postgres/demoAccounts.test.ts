import { afterAll, expect, it } from 'vitest';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { NOW } from '../../../support/server/builders';
import { runServerToItsEnd } from '../../../support/server/serverProcess';
import { openTestDatabase } from '../../../support/server/testDatabase';

const database = await openTestDatabase();
afterAll(() => database.close());

it('a server with the demo accounts of a restored trial starts only where other machines cannot reach it', async () => {
  await seedDemo(database.db, NOW);
  const env = { DATABASE_URL: database.url ?? '' };
  const open = await runServerToItsEnd({ ...env, HOST: '0.0.0.0' });
  expect(open.errors).toContain('HOST 0.0.0.0 would let other machines sign in with the demo accounts');
  expect([open.code, open.output]).toEqual([1, '']);
  expect((await runServerToItsEnd({ ...env, HOST: '127.0.0.1' })).output).toContain('Field Sales is at');
});
