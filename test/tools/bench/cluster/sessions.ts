import { beginSession } from '../../../../src/server/auth/sessions';
import type { Database } from '../../../../src/server/db/database';
import { users } from '../../../../src/server/db/schema';

/** The cookies of that many devices, shared out among the people of a filled database. */
export async function beginSessions(db: Database, count: number): Promise<string[]> {
  const people = await db.select({ id: users.id }).from(users);
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) {
    cookies.push(`session=${await beginSession(db, people[index % people.length]?.id ?? '', new Date())}`);
  }
  return cookies;
}
