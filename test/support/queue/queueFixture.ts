import { afterAll, beforeAll, beforeEach } from 'vitest';
import { deliveries, visits } from '../../../src/server/db/schema';
import { aStockedLocation, type StockedLocation } from '../server/aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from '../server/harness';
import { FaultyDevice, type Tab } from '../app/faultyDevice';
import type { ServerRequest } from '../app/faultyNetwork';
import { type RepAtWork, repAtWork } from '../app/repAtWork';

/** A signed-in rep with the app open at a location. The network works until a test changes it. */
export interface QueueFixture {
  server: TestServer;
  device: FaultyDevice;
  rep: SignedIn;
  location: StockedLocation;
  tab: Tab;
  work: RepAtWork;
  /** The same rep's actions in another tab. */
  workIn(tab: Tab): RepAtWork;
  /** Starts a visit online. Returns the server's id. */
  openVisit(): Promise<string>;
  visitRows(): Promise<(typeof visits.$inferSelect)[]>;
  deliveryRows(): Promise<(typeof deliveries.$inferSelect)[]>;
}

/** A gateway that no read gets through. */
export function loseReads({ method }: ServerRequest): null {
  if (method === 'GET') throw new TypeError('Failed to fetch');
  return null;
}

/** Starts the real server once per test file. Returns the function that makes a fresh fixture. */
export function setUpQueueFixture(): () => Promise<QueueFixture> {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  return async () => {
    const location = await aStockedLocation(server.db, { boxes: 4 });
    const rep = await server.signIn('rep');
    const device = new FaultyDevice(server);
    device.carryCookieOf(rep);
    const tab = await device.open();
    const workIn = (one: Tab) => repAtWork(device, one, location);
    const work = workIn(tab);
    return {
      server,
      device,
      rep,
      location,
      tab,
      work,
      workIn,
      async openVisit() {
        const { result } = await work.startVisit();
        if (!result?.id || result.queued) throw new Error('The visit could not be started online');
        return result.id;
      },
      visitRows: () => server.db.select().from(visits),
      deliveryRows: () => server.db.select().from(deliveries),
    };
  };
}
