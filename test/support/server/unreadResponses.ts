import { sql } from 'drizzle-orm';
import { visits } from '../../../src/server/db/schema';
import { aStockedLocation } from './aStockedLocation';
import { type SignedIn, startTestServer, type TestServer } from './harness';
import type { TestDatabase } from './testDatabase';

/** A listening server with responses that nobody reads. */
export interface UnreadResponses {
  server: TestServer;
  rep: SignedIn;
  locationId: string;
  /** The address of `/api`. */
  url: string;
  /** Begins a GET of a path below `url`, and leaves its response unread. Aborting the client closes its connection. */
  open(who: SignedIn, path: string, client?: AbortController): Promise<Response>;
  /** Closes all connections and the server. */
  close(): Promise<void>;
}

/** Starts the server with submitted visits of a rep whose notes have so many characters. */
export async function startUnreadResponses(
  notes: { visits: number; characters: number },
  opened?: Promise<TestDatabase>,
): Promise<UnreadResponses> {
  const server = await startTestServer({}, opened);
  const rep = await server.signIn('rep');
  const { locationId } = await aStockedLocation(server.db);
  const url = `${await server.listen()}/api`;
  await server.db.execute(sql`insert into ${visits}
    (id, rep_id, location_id, outcome, note, started_at, submitted_at, created_at)
    select 'visit-' || number, ${rep.user.id}, ${locationId}, 'other', repeat('x', ${notes.characters}::int),
      now(), now(), now()
    from generate_series(1, ${notes.visits}::int) as number`);
  // fetch closes the connection of a response that nothing refers to.
  const begun: { client: AbortController; response: Response }[] = [];
  return {
    server,
    rep,
    locationId,
    url,
    async open(who, path, client = new AbortController()) {
      const response = await fetch(`${url}${path}`, { headers: { cookie: who.cookie }, signal: client.signal });
      begun.push({ client, response });
      return response;
    },
    async close() {
      for (const { client } of begun) client.abort();
      // fetch keeps an unused connection open.
      server.app.server.closeAllConnections();
      await server.close();
    },
  };
}
