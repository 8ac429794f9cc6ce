import { afterAll, beforeAll, beforeEach } from 'vitest';
import { deliveries, visits } from '../../../src/server/db/schema';
import { aStore, type Store } from '../server/aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from '../server/harness';
import { FaultyDevice, type Tab } from '../app/faultyDevice';
import { type RepAtWork, repAtWork } from '../app/repAtWork';

/** A rep in the field: signed in, the app open at a store, with a signal until it is taken away. */
export interface Field {
  server: TestServer;
  device: FaultyDevice;
  rep: SignedIn;
  place: Store;
  tab: Tab;
  work: RepAtWork;
  /** The rep's hands on another tab. */
  workIn(tab: Tab): RepAtWork;
  /** A visit of the rep's that the server knows, and the device too. */
  openVisit(): Promise<string>;
  visitRows(): Promise<(typeof visits.$inferSelect)[]>;
  deliveryRows(): Promise<(typeof deliveries.$inferSelect)[]>;
}

/** Starts the real server once per test file; what it gives makes a fresh field. */
export function inTheField(): () => Promise<Field> {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  return async () => {
    const place = await aStore(server.db, { boxes: 4 });
    const rep = await server.signIn('rep');
    const device = new FaultyDevice(server);
    device.carryCookieOf(rep);
    const tab = await device.open();
    const workIn = (one: Tab) => repAtWork(device, one, place);
    const work = workIn(tab);
    return {
      server,
      device,
      rep,
      place,
      tab,
      work,
      workIn,
      async openVisit() {
        const { told } = await work.startVisit();
        if (!told?.id || told.queued) throw new Error('The visit could not be started online');
        return told.id;
      },
      visitRows: () => server.db.select().from(visits),
      deliveryRows: () => server.db.select().from(deliveries),
    };
  };
}
