import { and, eq, inArray } from 'drizzle-orm';
import type { Config } from './config';
import type { Database } from './db/database';
import { locations, users } from './db/schema';
import { DEMO_ACCOUNTS, type DemoAccount } from './demo/demoAccounts';
import { seedDemo } from './demo/seedDemo';
import { verifyPassword } from './passwords';

/** Whether nothing was put into the database yet, neither by people nor by an import. */
async function isUntouched(db: Database): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  const [location] = await db.select({ id: locations.id }).from(locations).limit(1);
  return !user && !location;
}

/**
 * The demo accounts that can sign in, for the operator to read. An embedded database outside production gets
 * the demo data at its first start; a PostgreSQL database or production mode never has a default account.
 */
export async function demoAccountsOf(db: Database, config: Config, now: Date): Promise<DemoAccount[]> {
  if (config.production || config.databaseUrl) return [];
  if (await isUntouched(db)) return seedDemo(db, now);
  const emails = DEMO_ACCOUNTS.map((account) => account.email);
  const known = await db
    .select()
    .from(users)
    .where(and(inArray(users.email, emails), eq(users.active, true)));
  const works = async ({ email, password }: DemoAccount) =>
    verifyPassword(known.find((user) => user.email === email)?.passwordHash ?? null, password);
  const checked = await Promise.all(DEMO_ACCOUNTS.map(works));
  return DEMO_ACCOUNTS.filter((_, index) => checked[index]);
}

/** Whether somebody could sign in at all. */
export async function hasActiveUser(db: Database): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.active, true)).limit(1);
  return Boolean(user);
}
