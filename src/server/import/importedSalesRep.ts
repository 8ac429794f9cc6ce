import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { users } from '../db/schema';
import { hashPassword } from '../auth/passwords';

/** .invalid is a reserved domain: no mail is ever delivered there. */
const EMAIL = 'imported-sales@example.invalid';

/**
 * The id of the account that past sales belong to, created at the first import of them. It is inactive and nobody
 * knows its password: it appears in lists and reports, and cannot sign in.
 */
export async function importedSalesRep(tx: Database, now: Date): Promise<string> {
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, EMAIL));
  if (known) return known.id;
  const id = newId();
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
  const account = { id, name: 'Imported sales', email: EMAIL, passwordHash, active: false, createdAt: now };
  await tx.insert(users).values({ ...account, roles: ['rep'] });
  return id;
}
