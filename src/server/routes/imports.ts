import { route } from '../http/route';
import { previewImport, runImport } from '../import/appImport';

export const importsRoutes = [
  /** Reads in a transaction of its own: nothing of a preview is recorded under a key. */
  route('previewImport', ({ db, body, now }) => db.transaction((tx) => previewImport(tx, body, now)), {
    skipTransaction: true,
  }),

  route('importFile', ({ db, user, body, now, clock }) => runImport(db, { user, now, clock }, body)),
];
