import { openDatabase } from '../../../src/server/db/openDatabase';
import { locations } from '../../../src/server/db/schema';
import { beginSession } from '../../../src/server/auth/sessions';
import { aUser } from './builders';

/** An admin with a session, made while no server has the data folder open. Returns the cookie. */
export async function prepareAdmin(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const admin = await aUser(db, { roles: ['admin'] });
  const token = await beginSession(db, admin.id, new Date());
  await close();
  return `session=${token}`;
}

/** Creates a location whose name is the key. */
export async function createLocation(address: string, cookie: string, key: string) {
  const response = await fetch(`${address}/api/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
    body: JSON.stringify({ name: key, boxCount: 3 }),
  });
  return { status: response.status, answer: (await response.json()) as { _id: string } };
}

/** The names of all locations on disk, sorted, read while no server has the data folder open. */
export async function locationsOnDisk(dataDir: string): Promise<string[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const rows = await db.select({ name: locations.name }).from(locations).orderBy(locations.name);
  await close();
  return rows.map((row) => row.name);
}
