import { join } from 'node:path';
import type { Database } from '../db/database';
import { type FileKind, type FileReport, type ImportOptions, importFile } from './importFile';
import { itemsFile } from './items';
import { FileProblem, readFileIfThere } from './readCsv';
import { salesFile } from './sales';
import { storesFile } from './stores';

export interface FolderImportOptions extends ImportOptions {
  /** Whether sales.csv is read too. */
  sales: boolean;
}

/**
 * Imports stores.csv and items.csv of a folder and, when asked, sales.csv: each in a transaction of its own.
 * A missing file is skipped. It is an error when all are missing, or sales.csv was asked for and is missing.
 */
export async function importFolder(db: Database, folder: string, options: FolderImportOptions): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  const take = async <Row>(kind: FileKind<Row>) => {
    const content = await readFileIfThere(join(folder, kind.file));
    if (content === null) return;
    try {
      reports.push(await importFile(db, kind, content, options));
    } catch (error) {
      throw error instanceof FileProblem ? new FileProblem(`${kind.file}: ${error.message}`) : error;
    }
  };
  await take(storesFile);
  await take(itemsFile);
  if (options.sales) {
    const sales = await salesFile(db);
    await take(sales);
    if (reports.at(-1)?.file !== sales.file) throw new FileProblem(`There is no ${sales.file} in ${folder}`);
  }
  if (reports.length === 0) throw new FileProblem(`There is neither stores.csv nor items.csv in ${folder}`);
  return reports;
}
