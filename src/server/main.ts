import { collectDefaultMetrics } from 'prom-client';
import { buildApp } from './app';
import { offerBackups } from './backup/backupSocket';
import { readConfig } from './config';
import { checkSettings } from './checkSettings';
import { openDatabase } from './db/openDatabase';
import { closeDemoAccounts, demoAccountsOf, hasActiveUser, workingAccounts } from './demo/demoData';
import { assertDemoMayListen, exposureWarnings } from './exposure';
import { assertCanListen, listen } from './listen';
import { startMaintenance } from './maintenance';
import { runCommand } from './runCommand';

/** Starts the server: `npm start`. An error on the way is printed in one line and ends the process. */

const clock = () => new Date();

runCommand(async (whenStopped) => {
  if (process.argv.includes('--check')) {
    const { lines, isFaulty } = checkSettings(process.env);
    for (const line of lines) console.log(line);
    process.exit(isFaulty ? 1 : 0);
  }
  const config = readConfig(process.env);
  await assertCanListen(config);
  const database = await openDatabase(config, { use: 'serving' });
  // The log goes to standard error: standard output is for the address and the accounts.
  const { db, replays, connections } = database;
  const app = await buildApp({ db, replays, connections, config, clock, logTo: process.stderr });
  collectDefaultMetrics({ register: app.metrics });
  const onError = (error: unknown) => app.log.error(error);
  const stopBackups = config.databaseUrl ? () => {} : await offerBackups(db, config.dataDir, onError);
  const stopMaintenance = startMaintenance(db, clock, onError);

  const closed = config.production ? await closeDemoAccounts(db, clock()) : [];
  const accounts = await demoAccountsOf(db, config, clock());
  // Also on PostgreSQL, into which the backup of a trial may have been restored.
  if (!config.production && (await workingAccounts(db)).length > 0) assertDemoMayListen(config);
  const isOpen = await hasActiveUser(db);
  const url = await listen(app, config);
  for (const warning of exposureWarnings(config)) console.warn(warning);
  console.log(`Field Sales is at ${url}`);
  if (closed.length > 0) {
    const emails = closed.map((account) => account.email).join(', ');
    console.log(`These demo accounts were deactivated, because their passwords are public: ${emails}`);
  }
  if (!isOpen) console.log('Nobody can sign in yet. Make the first admin: npm run admin -- EMAIL NAME');
  if (accounts.length > 0) console.log('Demo accounts:');
  for (const { email, password } of accounts) console.log(`${email} / ${password}`);

  // The database is closed last: every response that was sent is on disk by then.
  whenStopped(async () => {
    stopMaintenance();
    stopBackups();
    await app.stop();
    await database.close();
  });
});
