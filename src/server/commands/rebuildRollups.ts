import { readConfig } from '../config';
import { openDatabase } from '../db/openDatabase';
import { rebuildRollups } from '../rollups/rebuildRollups';
import { runCommand } from '../runCommand';

/**
 * `npm run rollups`: computes the sums behind the dashboard again from visits and deliveries. Not needed in daily use.
 */
runCommand(async () => {
  const database = await openDatabase(readConfig(process.env));
  try {
    await database.db.transaction(rebuildRollups);
    console.log('The sums of all visits and deliveries are made anew.');
  } finally {
    await database.close();
  }
});
