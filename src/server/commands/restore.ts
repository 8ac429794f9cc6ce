import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restoreBackup';
import { readConfig } from '../config';
import { runCommand } from '../runCommand';

/** `npm run restore -- FILE`: fills an empty database, embedded or PostgreSQL, with a backup. */
runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error('Usage: npm run restore -- FILE');
  const sums = await restoreBackup(readConfig(process.env), resolve(file));
  for (const { table, rows } of sums) console.log(`${table}: ${rows}`);
  console.log(`${sums.length} tables were restored; counts and sums are those of the backup.`);
});
