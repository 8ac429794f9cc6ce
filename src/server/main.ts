import type { AddressInfo } from 'node:net';
import { buildApp } from './app';
import { readConfig } from './config';
import { openDatabase } from './db/openDatabase';
import { closeDemoAccounts, demoAccountsOf, hasActiveUser } from './demoData';
import { startMaintenance } from './maintenance';

/** Starts the server: `npm start`. What goes wrong on the way is said in one line, and the process ends. */

const clock = () => new Date();

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  // The log goes to standard error: standard output is for the address and the accounts.
  const app = await buildApp({ db: database.db, config, clock, logTo: process.stderr });
  const stopMaintenance = startMaintenance(database.db, clock, (error) => app.log.error(error));

  // Stop accepting, answer what was begun, then close the database: what was acknowledged is on disk by then.
  const stop = async () => {
    stopMaintenance();
    await app.close();
    await database.close();
  };

  try {
    const closed = config.production ? await closeDemoAccounts(database.db, clock()) : [];
    const accounts = await demoAccountsOf(database.db, config, clock());
    const isOpen = await hasActiveUser(database.db);
    await app.listen({ port: config.port, host: config.host });
    const { port } = app.server.address() as AddressInfo;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    console.log(`Field Sales is at http://${host}:${port}`);
    if (closed.length > 0) {
      const emails = closed.map((account) => account.email).join(', ');
      console.log(`These demo accounts were deactivated, because their passwords are public: ${emails}`);
    }
    if (!isOpen) console.log('Nobody can sign in yet. Make the first admin: npm run admin -- EMAIL NAME');
    if (accounts.length > 0) console.log('Demo accounts:');
    for (const { email, password } of accounts) console.log(`${email} / ${password}`);
  } catch (error) {
    await stop();
    throw error;
  }

  const stopOnce = () => {
    process.off('SIGTERM', stopOnce).off('SIGINT', stopOnce);
    stop().catch(fail);
  };
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

start().catch(fail);
