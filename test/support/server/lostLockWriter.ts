import { PGlite } from '@electric-sql/pglite';
import { DatabaseFiles } from '../../../src/server/db/databaseFiles';

/** Writes a row to a database in the folder that the argument names, and another after it has lost the lock. */
const [folder = ''] = process.argv.slice(2);
let isLost = false;
const lock = {
  assertHeld: () => {
    if (isLost) process.exit(7);
  },
  release: () => undefined,
};
const engine = await PGlite.create({ fs: new DatabaseFiles(folder, lock) });
await engine.exec('create table notes (text text); insert into notes values ($$held$$)');
isLost = true;
await engine.exec('insert into notes values ($$late$$)');
