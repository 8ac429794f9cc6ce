import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '../../domain/durations';
import { pluralize } from '../../domain/wholeNumbers';
import type { Database } from '../db/database';
import { knownAddresses, signInTries } from '../db/signInSchema';
import { fairQueue } from '../http/fairQueue';
import { problem } from '../http/problems';

/** How long failures count, from the first of them on. */
const WINDOW_MS = 15 * MINUTE_MS;
/** How long a person waits at most because of what others did elsewhere. */
const DELAY_MS = MINUTE_MS;
/** How long an address stays known to an account after its last sign-in there. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * Failures within the window after which the next try is not checked, by what they have in common:
 * - `here`: an account tried from one address.
 * - `address`: any accounts from one address: lists of stolen passwords.
 * - `password`: one password on any accounts from anywhere: a popular one tried on everybody.
 * - `account`: one account from anywhere. Higher than what a single address can use up.
 * Of registrations every one counts, and apart: they make rows, and tell whether an e-mail address is taken.
 *
 * What failed at the caller's own address refuses until the window ends. What others did delays by `DELAY_MS`
 * (`awaitDelay`): `password` and `account`, and `address` where the account has signed in before. There `password`
 * and `account` do not hold at all.
 */
const LIMITS = { here: 10, address: 10, password: 10, account: 100, registration: 10 } as const;
type Kind = keyof typeof LIMITS;
type Row = typeof signInTries.$inferSelect;

/** Below the number of threads that hash, so that the rest of the server has one left. */
const CHECKED_AT_ONCE = Math.min(availableParallelism(), 3);

/** The tries of this process. A thousand checks take about as long as a client waits (15 s). */
const inQueue = fairQueue({ parallel: CHECKED_AT_ONCE, waitingPerName: 1_000, waiting: 4_000, retryAfter: 10 });

export interface SignInTry {
  email: string;
  password: string;
  /** The caller's IP address: that of the connection, or what a trusted proxy says. */
  ip: string;
  now: Date;
}

const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex');

/** Who counts as one caller: an IPv4 address, or a /48 of IPv6, which is what a single customer can get. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '');
  const [head = '', tail] = ip.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * What a try is counted under. Of the password only 20 bits of a hash are kept: enough to see one tried again and
 * again, too little to learn it from.
 */
function keysOf({ email, password, ip }: Omit<SignInTry, 'now'>): Record<Exclude<Kind, 'registration'>, string> {
  const network = networkOf(ip);
  return {
    here: hashOf(email, network),
    address: hashOf(network),
    password: hashOf(password).slice(0, 5),
    account: hashOf(email),
  };
}

/** The 429 of a try that may be made again after `waitMs`. */
function tooManyTries(waitMs: number) {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const message = `Too many tries. Try again in ${pluralize(minutes, 'minute')}.`;
  return problem.tooManyRequests(message, Math.ceil(waitMs / 1000));
}

/** Refuses until the last of these windows has ended; does nothing without one. */
function refuseUntilOver(windows: readonly Row[], now: Date): void {
  if (windows.length === 0) return;
  throw tooManyTries(Math.max(...windows.map((row) => row.beganAt.getTime() + WINDOW_MS - now.getTime())));
}

/** Counts one more under each kind, in one statement, and returns the windows with it included. */
function count<Of extends Kind>(
  db: Database,
  keys: Readonly<Record<Of, string>>,
  kinds: readonly Of[],
  now: Date,
): Promise<Row[]> {
  const { beganAt, tries } = signInTries;
  const isOver = sql`${beganAt} <= ${new Date(now.getTime() - WINDOW_MS).toISOString()}::timestamptz`;
  return db
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
}

const limitOf = ({ kind }: Row) => LIMITS[kind as Kind];

/**
 * Lets a try pass whose account and address were refused here `DELAY_MS` ago or earlier, and refuses any other. Each
 * wait is good for one try, also when several come at once.
 */
async function awaitDelay(db: Database, here: string, now: Date): Promise<void> {
  const { beganAt } = signInTries;
  const hasWaited = sql`${beganAt} <= ${new Date(now.getTime() - DELAY_MS).toISOString()}::timestamptz`;
  const [row] = await db
    .insert(signInTries)
    .values({ kind: 'delay', key: here, tries: 0, beganAt: now })
    .onConflictDoUpdate({
      target: [signInTries.kind, signInTries.key],
      set: {
        tries: sql`case when ${hasWaited} then 1 else 0 end`,
        beganAt: sql`case when ${hasWaited} then excluded.began_at else ${beganAt} end`,
      },
    })
    .returning();
  if (row?.tries !== 1) throw tooManyTries((row ?? { beganAt: now }).beganAt.getTime() + DELAY_MS - now.getTime());
}

/**
 * Waits in the queue, then runs `check` and returns what it finds: `null` is a failure and counts. Refuses with 429
 * after too many failures, and with 503 when too many wait. The limits are read after the wait, and a failure is
 * counted before the next check begins: of many tries at once, at most the limit and `CHECKED_AT_ONCE` are checked.
 * The same work whether or not there is such a user.
 */
export function checkWithinLimits<Found>(
  db: Database,
  attempt: SignInTry,
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const { now } = attempt;
  const keys = keysOf(attempt);
  return inQueue(networkOf(attempt.ip), async () => {
    const [known] = await db.select().from(knownAddresses).where(eq(knownAddresses.key, keys.here));
    const isKnown = known !== undefined && known.lastSignInAt.getTime() > now.getTime() - KNOWN_MS;
    const kinds: (keyof typeof keys)[] = isKnown ? ['here', 'address'] : ['here', 'address', 'account', 'password'];
    const refuses = ({ kind }: Row) => kind === 'here' || (kind === 'address' && !isKnown);

    const { kind, key, beganAt } = signInTries;
    const places = kinds.map((of) => and(eq(kind, of), eq(key, keys[of])));
    const inWindow = gt(beganAt, new Date(now.getTime() - WINDOW_MS));
    const windows = await db
      .select()
      .from(signInTries)
      .where(and(or(...places), inWindow));
    const full = windows.filter((row) => row.tries >= limitOf(row));
    refuseUntilOver(full.filter(refuses), now);
    if (full.length > 0) await awaitDelay(db, keys.here, now);

    const found = await check();
    if (found === null) {
      const counts = await count(db, keys, kinds, now);
      refuseUntilOver(
        counts.filter((row) => refuses(row) && row.tries > limitOf(row)),
        now,
      );
    }
    return found;
  });
}

/** Records that the account signed in at this address, where its failures are forgotten. */
export async function recordSignIn(db: Database, attempt: SignInTry): Promise<void> {
  const { here } = keysOf(attempt);
  const lastSignInAt = attempt.now;
  await db.delete(signInTries).where(and(inArray(signInTries.kind, ['here', 'delay']), eq(signInTries.key, here)));
  await db
    .insert(knownAddresses)
    .values({ key: here, lastSignInAt })
    .onConflictDoUpdate({ target: knownAddresses.key, set: { lastSignInAt } });
}

/** Refuses a registration with 429 when too many have come from this address, else counts it. */
export async function countRegistration(db: Database, ip: string, now: Date): Promise<void> {
  const counts = await count(db, { registration: hashOf(networkOf(ip)) }, ['registration'], now);
  refuseUntilOver(
    counts.filter((row) => row.tries > limitOf(row)),
    now,
  );
}

/** Removes what has run out. */
export async function pruneSignInLimits(db: Database, now: Date): Promise<void> {
  await db.delete(signInTries).where(lt(signInTries.beganAt, new Date(now.getTime() - WINDOW_MS)));
  await db.delete(knownAddresses).where(lt(knownAddresses.lastSignInAt, new Date(now.getTime() - KNOWN_MS)));
}
