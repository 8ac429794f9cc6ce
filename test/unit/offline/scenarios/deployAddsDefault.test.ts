import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as ServerApp from '../../../../src/server/app';
import { deliveries } from '../../../../src/server/db/schema';
import { aStockedLocation, deliveryBody } from '../../../support/server/aStockedLocation';
import { startTestServer, type TestServer } from '../../../support/server/harness';
import { withPlanted } from '../../../support/app/plantedSource';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The next build of the server: its deliveries have one more field, which older apps leave out. */
const newField = {
  file: 'contract/deliveries.ts',
  find: '  box: z.string(screenMessages.pickBox)',
  replace: "  channel: z._default(z.string().check(z.maxLength(20)), 'van'),\n  box: z.string(screenMessages.pickBox)",
};

test('a delivery retried after a deploy that adds a default is the same write', async () => {
  const rep = await server.signIn('rep');
  const body = deliveryBody(await aStockedLocation(server.db), 0);
  const headers = { 'Idempotency-Key': 'made-before-the-deploy' };
  const first = await rep.post('/api/deliveries', body, headers);
  expect(first.statusCode).toBe(201);

  await withPlanted([newField], async (load) => {
    const { buildApp } = await load<typeof ServerApp>('/src/server/app.ts');
    const { db, config, time } = server;
    const nextBuild = await buildApp({ db, config, clock: () => time.now });
    const again = await nextBuild.inject({
      method: 'POST',
      url: '/api/deliveries',
      headers: { cookie: rep.cookie, ...headers },
      payload: body,
    });
    expect(again.json()).toEqual(first.json());
    expect(again.statusCode).toBe(201);
  });
  expect(await server.db.$count(deliveries)).toBe(1);
});
