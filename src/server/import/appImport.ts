import type { ImportBody, ImportKind, ImportPreview, ImportResult } from '../../contract/imports';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';
import { importFile, previewFile } from './importFile';
import { itemsFile } from './items';
import { FileProblem } from './readCsv';
import { storesFile } from './stores';
import { writeAudit } from '../services/audit';

/** Says in the response why a file as a whole cannot be imported. */
async function refusingFiles<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FileProblem ? problem.badRequest(`This file cannot be imported: ${error.message}.`) : error;
  }
}

/** Lists what the import of each row would do. Changes nothing. */
export async function previewImport(tx: Database, { kind, content }: ImportBody, now: Date): Promise<ImportPreview> {
  const previews = {
    items: () => previewFile(tx, itemsFile, content, now),
    stores: () => previewFile(tx, storesFile, content, now),
  } satisfies Record<ImportKind, unknown>;
  return { rows: await refusingFiles(previews[kind]()) };
}

/** Imports the good rows of a file, as `npm run import` does, and adds an audit entry. */
export async function runImport(
  tx: Database,
  { user, now, clock }: { user: SessionUser; now: Date; clock: () => Date },
  { kind, content }: ImportBody,
): Promise<ImportResult> {
  const options = { clock, strict: false, onProgress: () => undefined };
  const imports = {
    items: () => importFile(tx, itemsFile, content, options),
    stores: () => importFile(tx, storesFile, content, options),
  } satisfies Record<ImportKind, unknown>;
  const { created, updated, bad } = await refusingFiles(imports[kind]());
  const after = { file: kind, created, updated, refused: bad.length };
  const entry = { userId: user._id, at: now, action: 'create', entity: 'import', entityId: newId() } as const;
  await writeAudit(tx, { ...entry, before: null, after });
  return { created, updated, refused: bad };
}
