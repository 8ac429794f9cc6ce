import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { normaliseEmail } from '../../domain/userRules';
import { resetPassword } from '../auth/signIn';
import { readConfig } from '../config';
import { openDatabase } from '../db/openDatabase';
import { users } from '../db/schema';
import { runCommand } from '../runCommand';
import { createUser } from '../auth/users';

const USAGE =
  'Usage: npm run admin -- EMAIL NAME   (the password is asked for, or read from ADMIN_PASSWORD), or npm run admin -- --reset EMAIL';

/** Reads one line; what is typed at a terminal is not shown. */
async function readPassword(): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Password: ');
  const lines = createInterface({ input: process.stdin, output: hidden, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write('\n');
    return line;
  }
  return '';
}

/** `npm run admin -- --reset EMAIL`: gives an account a one-time password, for when no administrator can sign in. */
async function resetByEmail(email: string): Promise<void> {
  const { db, close } = await openDatabase(readConfig(process.env));
  try {
    const [user] = await db
      .select()
      .from(users)
      .where(eq(users.email, normaliseEmail(email)));
    if (!user) throw new Error(`There is no user with the email ${email}.`);
    const { password } = await resetPassword(db, user.id, null, new Date());
    console.log(`One-time password of ${user.email}, for one sign-in within 24 hours: ${password}`);
    if (!user.active) console.log('The account is deactivated: an administrator must activate it first.');
  } finally {
    await close();
  }
}

/** `npm run admin`: makes an active administrator, which is how a production database gets its first account. */
async function createAdmin([email, ...nameParts]: string[]): Promise<void> {
  const name = nameParts.join(' ').trim();
  if (!email || !name) throw new Error(USAGE);
  const config = readConfig(process.env);
  const password = process.env.ADMIN_PASSWORD ?? (await readPassword());
  const database = await openDatabase(config);
  try {
    const account = { email, name, password, roles: ['admin' as const], active: true };
    const user = await createUser(database.db, account, null, new Date());
    console.log(`${user.name} can now sign in as ${user.email}.`);
  } finally {
    await database.close();
  }
}

runCommand(async () => {
  const [first, email, ...rest] = process.argv.slice(2);
  if (first !== '--reset') return await createAdmin(process.argv.slice(2));
  if (!email || rest.length > 0) throw new Error(USAGE);
  return await resetByEmail(email);
});
