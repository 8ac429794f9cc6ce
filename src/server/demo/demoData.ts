import { and, eq, inArray } from 'drizzle-orm';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { items, locations, users } from '../db/schema';
import { DEMO_ACCOUNTS, type SeededAccount } from './demoAccounts';
import { seedDemo } from './seedDemo';
import { verifyPassword } from '../auth/passwords';
import { endSessionsOfDeactivated } from '../auth/sessions';
import { writeAudit } from '../services/audit';

/** Whether the database is still empty: no user has worked in it and nothing was imported. */
async function isUntouched(db: Database): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  const [location] = await db.select({ id: locations.id }).from(locations).limit(1);
  const [item] = await db.select({ id: items.id }).from(items).limit(1);
  return !user && !location && !item;
}

/** By e-mail address: a hash, and whether it is that of the public password. Checking a hash takes long. */
const checkedHashes = new Map<string, { hash: string; isPublic: Promise<boolean> }>();

function hasPublicPassword({ email, password }: SeededAccount, hash: string): Promise<boolean> {
  const checked = checkedHashes.get(email);
  if (checked?.hash === hash) return checked.isPublic;
  const isPublic = verifyPassword(hash, password);
  checkedHashes.set(email, { hash, isPublic });
  return isPublic;
}

/** The demo accounts that sign in with their public passwords. */
export async function workingAccounts(db: Database): Promise<SeededAccount[]> {
  const emails = DEMO_ACCOUNTS.map((account) => account.email);
  const known = await db
    .select()
    .from(users)
    .where(and(inArray(users.email, emails), eq(users.active, true)));
  const works = async (account: SeededAccount) => {
    const user = known.find((row) => row.email === account.email);
    return user !== undefined && hasPublicPassword(account, user.passwordHash);
  };
  const checked = await Promise.all(DEMO_ACCOUNTS.map(works));
  return DEMO_ACCOUNTS.filter((_, index) => checked[index]);
}

type DemoConfig = Pick<Config, 'production' | 'databaseUrl'>;

/** A PostgreSQL database or production mode never has a default account. */
const mayHaveDemo = ({ production, databaseUrl }: DemoConfig) => !production && databaseUrl === null;

/** The demo accounts that can sign in, for the sign-in page to show. */
export async function listDemoAccounts(db: Database, config: DemoConfig): Promise<SeededAccount[]> {
  return mayHaveDemo(config) ? workingAccounts(db) : [];
}

/**
 * The demo accounts that can sign in, for the operator to read. An embedded database outside production gets
 * the demo data at its first start.
 */
export async function demoAccountsOf(db: Database, config: Config, now: Date): Promise<SeededAccount[]> {
  return mayHaveDemo(config) && (await isUntouched(db)) ? seedDemo(db, now) : listDemoAccounts(db, config);
}

/**
 * Deactivates the demo accounts of an earlier start in the same database, and ends their sessions: anybody could sign
 * in as their admin. Each has an audit entry in its own name. Returns the accounts that could sign in. Without another
 * admin, `npm run admin` makes one.
 */
export async function closeDemoAccounts(db: Database, now: Date): Promise<SeededAccount[]> {
  const working = await workingAccounts(db);
  const emails = working.map((account) => account.email);
  await db.transaction(async (tx) => {
    const closed = await tx
      .update(users)
      .set({ active: false })
      .where(inArray(users.email, emails))
      .returning({ id: users.id });
    const ids = closed.map((user) => user.id);
    await endSessionsOfDeactivated(tx, ids, now);
    for (const id of ids) {
      const about = { userId: id, at: now, action: 'update', entity: 'user', entityId: id } as const;
      await writeAudit(tx, { ...about, before: { active: true }, after: { active: false } });
    }
  });
  return working;
}

/** Whether any account can sign in. */
export async function hasActiveUser(db: Database): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.active, true)).limit(1);
  return Boolean(user);
}
