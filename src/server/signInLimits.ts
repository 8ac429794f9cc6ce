import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '../domain/durations';
import { counted } from '../domain/wholeNumbers';
import type { Database } from './db/database';
import { knownAddresses, signInTries } from './db/signInSchema';
import { problem } from './problems';

const WINDOW_MS = 15 * MINUTE_MS;
/** How long an address stays known to an account after its last sign-in there. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * Failed tries within the window after which the next is refused, by what they have in common:
 * - `here`: an account tried from one address. The only limit that holds for an address the account is known at.
 * - `address`: any accounts from one address: lists of stolen passwords.
 * - `password`: one password on any accounts from anywhere: a popular one tried on everybody.
 * - `account`: one account from anywhere. Higher than what a single address can use up, so that no stranger alone
 *   keeps a person out who signs in elsewhere.
 * Of registrations every one counts, and apart: they make rows, and tell whether an e-mail address is taken.
 */
const LIMITS = { here: 10, address: 10, password: 10, account: 100, registration: 10 } as const;
type Kind = keyof typeof LIMITS;

export interface SignInTry {
  email: string;
  password: string;
  /** The caller's address as the server knows it: the connection's, or a trusted proxy's word. */
  address: string;
  now: Date;
}

const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex');

/** One household or machine: an IPv6 customer has at least a /64 of addresses to come from. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * What a try is counted under. Of the password only 20 bits of a hash are kept: enough to see one tried again and
 * again, too little to learn it from.
 */
function keysOf({ email, password, address }: Omit<SignInTry, 'now'>): Record<Exclude<Kind, 'registration'>, string> {
  const network = networkOf(address);
  return {
    here: hashOf(email, network),
    address: hashOf(network),
    password: hashOf(password).slice(0, 5),
    account: hashOf(email),
  };
}

/** Counts the try under each kind at once, so that many at the same moment cannot slip through together. */
async function count<Of extends Kind>(
  db: Database,
  keys: Readonly<Record<Of, string>>,
  kinds: readonly Of[],
  now: Date,
): Promise<void> {
  const { beganAt, tries } = signInTries;
  const isOver = sql`${beganAt} <= ${new Date(now.getTime() - WINDOW_MS).toISOString()}::timestamptz`;
  const windows = await db
    .insert(signInTries)
    .values(kinds.map((kind) => ({ kind, key: keys[kind], tries: 1, beganAt: now })))
    .onConflictDoUpdate({
      target: [signInTries.kind, signInTries.key],
      set: {
        tries: sql`case when ${isOver} then 1 else ${tries} + 1 end`,
        beganAt: sql`case when ${isOver} then excluded.began_at else ${beganAt} end`,
      },
    })
    .returning();
  const waits = windows
    .filter((row) => row.tries > LIMITS[row.kind as Kind])
    .map((row) => row.beganAt.getTime() + WINDOW_MS - now.getTime());
  if (waits.length === 0) return;
  const waitMs = Math.max(...waits);
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  throw problem.tooManyRequests(
    `Too many tries. Try again in ${counted(minutes, 'minute')}.`,
    Math.ceil(waitMs / 1000),
  );
}

/**
 * Refuses a try to sign in with 429 when too many like it have failed, else counts it as failed and answers what
 * to call when it was right after all. The same work whether or not there is such a user.
 */
export async function countTry(db: Database, attempt: SignInTry): Promise<() => Promise<void>> {
  const { now } = attempt;
  const keys = keysOf(attempt);
  const [known] = await db.select().from(knownAddresses).where(eq(knownAddresses.key, keys.here));
  const isKnown = known !== undefined && known.lastSignInAt.getTime() > now.getTime() - KNOWN_MS;
  const near: (keyof typeof keys)[] = isKnown ? ['here'] : ['here', 'address'];
  const far: (keyof typeof keys)[] = isKnown ? [] : ['account', 'password'];
  await count(db, keys, near, now);
  // What was refused above is not counted here: one address alone cannot use up what others share with it.
  if (far.length > 0) await count(db, keys, far, now);

  return async () => {
    const { kind, key, tries } = signInTries;
    const places = [...near, ...far].map((of) => and(eq(kind, of), eq(key, keys[of])));
    await db
      .update(signInTries)
      .set({ tries: sql`case when ${kind} = 'here' then 0 else ${tries} - 1 end` })
      .where(or(...places));
    await db
      .insert(knownAddresses)
      .values({ key: keys.here, lastSignInAt: now })
      .onConflictDoUpdate({ target: knownAddresses.key, set: { lastSignInAt: now } });
  };
}

/** Refuses a registration with 429 when too many have come from this address, else counts it. */
export function countRegistration(db: Database, address: string, now: Date): Promise<void> {
  return count(db, { registration: hashOf(networkOf(address)) }, ['registration'], now);
}

/** Removes what has run out. */
export async function pruneSignInLimits(db: Database, now: Date): Promise<void> {
  await db.delete(signInTries).where(lt(signInTries.beganAt, new Date(now.getTime() - WINDOW_MS)));
  await db.delete(knownAddresses).where(lt(knownAddresses.lastSignInAt, new Date(now.getTime() - KNOWN_MS)));
}
