import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readConfig } from '../config';
import { openDatabase } from '../db/openDatabase';
import { runCommand } from '../runCommand';
import { createUser } from '../auth/users';

const USAGE = 'Usage: npm run admin -- EMAIL NAME   (the password is asked for, or read from ADMIN_PASSWORD)';

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

/** `npm run admin`: makes an active administrator, which is how a production database gets its first account. */
async function createAdmin([email, ...nameParts]: string[]): Promise<void> {
  const name = nameParts.join(' ').trim();
  if (!email || !name) throw new Error(USAGE);
  const config = readConfig(process.env);
  const password = process.env.ADMIN_PASSWORD ?? (await readPassword());
  const database = await openDatabase(config);
  try {
    const user = await createUser(database.db, { email, name, password, roles: ['admin'], active: true }, new Date());
    console.log(`${user.name} can now sign in as ${user.email}.`);
  } finally {
    await database.close();
  }
}

runCommand(() => createAdmin(process.argv.slice(2)));
