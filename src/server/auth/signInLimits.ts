import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '../../domain/durations';
import { pluralize } from '../../domain/wholeNumbers';
import type { Database } from '../db/database';
import { pruneInBatches } from '../db/pruneInBatches';
import { knownAddresses, signInTries } from '../db/signInSchema';
import { fairQueue } from '../http/fairQueue';
import { problem } from '../http/problems';

/** The window in which failures are counted; it begins with the first. */
const WINDOW_MS = 15 * MINUTE_MS;
/** The longest wait of a user that failures at other addresses cause. */
const DELAY_MS = MINUTE_MS;
/** How long after its last sign-in an IP address counts as known to an account. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * How many failures within the window are allowed, by what is counted:
 * - `accountAtIp`: one account from one IP address.
 * - `ip`: any accounts from one IP address, which finds lists of stolen passwords.
 * - `password`: one password on any accounts from anywhere, which finds a popular password tried on everybody.
 * - `account`: one account from anywhere. Higher than what a single IP address can use up.
 * - `registration`: registrations from one IP address, also those that succeed.
 *
 * `accountAtIp` and `ip` refuse until the window ends. `password` and `account` only delay by `DELAY_MS`
 * (`awaitDelay`). From an IP address that is known to the account, `ip` only delays too, and the other two do not
 * apply.
 */
const LIMITS = { accountAtIp: 10, ip: 10, password: 10, account: 100, registration: 10 } as const;
type Kind = keyof typeof LIMITS;
type Row = typeof signInTries.$inferSelect;

/**
 * How many passwords are checked at the same time: fewer than libuv's four threads, so that one is left for the rest.
 */
const PARALLEL_CHECKS = Math.min(availableParallelism(), 3);

/** The sign-ins of this process. A thousand checks take about as long as a client waits (15 s). */
const checks = fairQueue({ parallel: PARALLEL_CHECKS, waitingPerName: 1_000, waiting: 4_000, retryAfter: 10 });

export interface SignInTry {
  email: string;
  password: string;
  /** The caller's IP address: that of the connection, or what a trusted proxy says. */
  ip: string;
  now: Date;
}

const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex');

/** The network that counts as one caller: an IPv4 address, or an IPv6 /48, the range that one customer may have. */
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
 * The keys under which a sign-in is counted. Of the password only 20 bits of a hash are stored: enough to see that one
 * is tried often, too few to learn it from.
 */
function keysOf({ email, password, ip }: Omit<SignInTry, 'now'>): Record<Exclude<Kind, 'registration'>, string> {
  const network = networkOf(ip);
  return {
    accountAtIp: hashOf(email, network),
    ip: hashOf(network),
    password: hashOf(password).slice(0, 5),
    account: hashOf(email),
  };
}

/** The 429 of a sign-in that may be tried again after `waitMs`. */
function tooManyTries(waitMs: number) {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const message = `Too many tries. Try again in ${pluralize(minutes, 'minute')}.`;
  return problem.tooManyRequests(message, Math.ceil(waitMs / 1000));
}

/** Refuses with 429 until the last of these windows ends; does nothing without one. */
function refuseUntilOver(windows: readonly Row[], now: Date): void {
  if (windows.length === 0) return;
  throw tooManyTries(Math.max(...windows.map((row) => row.beganAt.getTime() + WINDOW_MS - now.getTime())));
}

/** Counts one more of each kind, in one statement, and returns the updated windows. */
function count<Of extends Kind>(
  db: Database,
  keys: Readonly<Record<Of, string>>,
  kinds: readonly Of[],
  now: Date,
): Promise<Row[]> {
  const { beganAt, tries } = signInTries;
  const isExpired = sql`${beganAt} <= ${new Date(now.getTime() - WINDOW_MS).toISOString()}::timestamptz`;
  return db
    .insert(signInTries)
    .values(kinds.map((kind) => ({ kind, key: keys[kind], tries: 1, beganAt: now })))
    .onConflictDoUpdate({
      target: [signInTries.kind, signInTries.key],
      set: {
        tries: sql`case when ${isExpired} then 1 else ${tries} + 1 end`,
        beganAt: sql`case when ${isExpired} then excluded.began_at else ${beganAt} end`,
      },
    })
    .returning();
}

const limitOf = ({ kind }: Row) => LIMITS[kind as Kind];

/**
 * Refuses with 429 a sign-in at an account and IP address (`accountAtIp`) that has not waited: the first one, and any
 * within `DELAY_MS` of the last refusal or pass. Each wait lets one sign-in pass, also when several come at once. The
 * row of the delay has `tries` 1 for the sign-in that passes.
 */
async function awaitDelay(db: Database, accountAtIp: string, now: Date): Promise<void> {
  const { beganAt } = signInTries;
  const hasWaited = sql`${beganAt} <= ${new Date(now.getTime() - DELAY_MS).toISOString()}::timestamptz`;
  const [row] = await db
    .insert(signInTries)
    .values({ kind: 'delay', key: accountAtIp, tries: 0, beganAt: now })
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
 * Waits in the queue, then runs `check` and returns its result; `null` is counted as a failure. Refuses with 429 after
 * too many failures, and with 503 when too many wait. The limits are read after the wait, and a failure is counted
 * before the next check begins: of many sign-ins at once, at most the limit plus `PARALLEL_CHECKS` are checked. The
 * work is the same whether or not the user exists.
 */
export function checkWithinLimits<Found>(
  db: Database,
  attempt: SignInTry,
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const { now } = attempt;
  const keys = keysOf(attempt);
  return checks.run(networkOf(attempt.ip), async () => {
    const [known] = await db.select().from(knownAddresses).where(eq(knownAddresses.key, keys.accountAtIp));
    const isKnown = known !== undefined && known.lastSignInAt.getTime() > now.getTime() - KNOWN_MS;
    const kinds: (keyof typeof keys)[] = isKnown ? ['accountAtIp', 'ip'] : ['accountAtIp', 'ip', 'account', 'password'];
    const refuses = ({ kind }: Row) => kind === 'accountAtIp' || (kind === 'ip' && !isKnown);

    const { kind, key, beganAt } = signInTries;
    const counted = kinds.map((of) => and(eq(kind, of), eq(key, keys[of])));
    const inWindow = gt(beganAt, new Date(now.getTime() - WINDOW_MS));
    const windows = await db
      .select()
      .from(signInTries)
      .where(and(or(...counted), inWindow));
    const full = windows.filter((row) => row.tries >= limitOf(row));
    refuseUntilOver(full.filter(refuses), now);
    if (full.length > 0) await awaitDelay(db, keys.accountAtIp, now);

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

/** Records that the account signed in from this IP address, and deletes the failures of the account there. */
export async function recordSignIn(db: Database, attempt: SignInTry): Promise<void> {
  const { accountAtIp } = keysOf(attempt);
  const lastSignInAt = attempt.now;
  await db
    .delete(signInTries)
    .where(and(inArray(signInTries.kind, ['accountAtIp', 'delay']), eq(signInTries.key, accountAtIp)));
  await db
    .insert(knownAddresses)
    .values({ key: accountAtIp, lastSignInAt })
    .onConflictDoUpdate({ target: knownAddresses.key, set: { lastSignInAt } });
}

/** Counts a registration. Refuses it with 429 when too many have come from this IP address. */
export async function countRegistration(db: Database, ip: string, now: Date): Promise<void> {
  const counts = await count(db, { registration: hashOf(networkOf(ip)) }, ['registration'], now);
  refuseUntilOver(
    counts.filter((row) => row.tries > limitOf(row)),
    now,
  );
}

/** Deletes expired windows and known addresses. */
export async function pruneSignInLimits(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await pruneInBatches(signInTries, lt(signInTries.beganAt, before(WINDOW_MS)), (isInBatch) =>
    db.delete(signInTries).where(isInBatch).returning({ key: signInTries.key }),
  );
  await pruneInBatches(knownAddresses, lt(knownAddresses.lastSignInAt, before(KNOWN_MS)), (isInBatch) =>
    db.delete(knownAddresses).where(isInBatch).returning({ key: knownAddresses.key }),
  );
}
