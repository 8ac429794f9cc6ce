import { readConfig } from '../config';
import { openDatabase } from '../db/openDatabase';
import { rebuildRollups } from '../rollups/rebuildRollups';

/** `npm run rollups`: makes the sums behind the dashboard anew from visits and deliveries. Never needed in daily use. */
async function run(): Promise<void> {
  const database = await openDatabase(readConfig(process.env));
  try {
    await database.db.transaction(rebuildRollups);
    console.log('The sums of all visits and deliveries are made anew.');
  } finally {
    await database.close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
