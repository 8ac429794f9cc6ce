import { startAnyServer } from '../../anyServer/anyServer';
import { test as appTest, expect } from '../appTest';
import { type Signal, signalOf } from '../device/signal';
import { type FaultProxy, startFaultProxy } from '../proxy/faultProxy';
import { rep, type Rep } from '../rep/rep';
import type { Backend } from './backend';
import { type RealServer, startRealServer } from './realServer';

interface WorkerParts {
  realServer: RealServer;
  anyServer: Backend;
}

interface FieldParts {
  /** Which of the two the app talks to in this test. */
  against: 'real' | 'any';
  /** The server of this test, with nothing but the cast in it. */
  backend: Backend;
  /** The same where it is the real one: its tables can be read, and it can be stopped and started. */
  server: RealServer;
  /** The faulty network between this test's browser and the server; the page's base address. */
  network: FaultProxy;
  signal: Signal;
  /** A rep at the test's first page, not signed in yet. */
  ada: Rep;
}

/**
 * The `test` of every proof: the built app in a browser, a faulty network, and a server whose tables the test
 * reads. One server for each worker, emptied before each test.
 */
export const test = appTest.extend<FieldParts, WorkerParts>({
  realServer: [
    async ({ browserName: _ }, provide) => {
      const server = await startRealServer();
      await provide(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  anyServer: [
    async ({ browserName: _ }, provide) => {
      const server = await startAnyServer();
      await provide(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  against: ['real', { option: true }],
  backend: async ({ against, realServer, anyServer }, provide) => {
    const backend = against === 'real' ? realServer : anyServer;
    await backend.reset();
    await provide(backend);
  },
  server: async ({ backend, realServer }, provide) => {
    if (backend !== realServer) throw new Error('This test talks to the minimal server: it has no tables');
    await provide(realServer);
  },
  network: async ({ backend }, provide) => {
    const network = await startFaultProxy(backend.address);
    await provide(network);
    await network.close();
  },
  baseURL: async ({ network }, provide) => {
    await provide(network.address);
  },
  signal: async ({ network, context }, provide) => {
    await provide(await signalOf(context, network));
  },
  ada: async ({ page }, provide) => {
    await provide(rep(page));
  },
});

export { expect };
