import type { Database } from '../../../src/server/db/database';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { locations } from '../../../src/server/db/schema';
import { beginSession } from '../../../src/server/auth/sessions';
import { aUser } from './builders';

/** An admin with a session. Returns the cookie. */
export async function anAdminsCookie(db: Database): Promise<string> {
  const admin = await aUser(db, { roles: ['admin'] });
  return `session=${await beginSession(db, admin.id, new Date())}`;
}

/** The same, made while no server has the data folder open. */
export async function prepareAdmin(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const cookie = await anAdminsCookie(db);
  await close();
  return cookie;
}

/** Creates a location whose name is the key. */
export async function createLocation(url: string, cookie: string, key: string) {
  const response = await fetch(`${url}/api/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
    body: JSON.stringify({ name: key, boxCount: 3 }),
  });
  return { status: response.status, body: (await response.json()) as { _id: string } };
}

/** The names of all locations on disk, sorted, read while no server has the data folder open. */
export async function locationsOnDisk(dataDir: string): Promise<string[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const rows = await db.select({ name: locations.name }).from(locations).orderBy(locations.name);
  await close();
  return rows.map((row) => row.name);
}
