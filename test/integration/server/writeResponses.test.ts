import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/contract/items';
import { items } from '../../../src/server/db/schema';
import { errorHandler } from '../../../src/server/http/errorHandler';
import { acceptJsonOnly } from '../../../src/server/http/jsonBody';
import { registerRoutes } from '../../../src/server/http/registerRoutes';
import { route } from '../../../src/server/http/route';
import { anItem, NOW } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();

/** A server whose one call keeps an item and returns something that the contract does not describe. */
async function brokenApp() {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  acceptJsonOnly(app);
  await app.register(import('@fastify/cookie'));
  const broken = route('createItem', async ({ db }) => {
    const { id } = await anItem(db);
    // The contract wants a text as the name.
    return JSON.parse(`{ "_id": "${id}", "name": 7 }`) as Item;
  });
  registerRoutes(
    app,
    [broken],
    { db: server.db, config: server.config, clock: () => NOW },
    (_request, _isLocking, work) => work(server.db),
  );
  return app;
}

it('a write whose response breaks the contract gets 500 and has no effect, with a key or without', async () => {
  const admin = await server.signIn('admin');
  const app = await brokenApp();
  for (const headers of [{}, { 'idempotency-key': 'key-00000001' }]) {
    const payload = { name: 'Cola', price: 1 };
    const response = await app.inject({
      method: 'POST',
      url: '/api/items',
      payload,
      headers: { ...headers, cookie: admin.cookie },
    });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: expect.stringMatching(/^Something went wrong on the server\. Request id: [\w-]+$/),
    });
  }
  expect(await server.db.$count(items)).toBe(0);
  await app.close();
});
