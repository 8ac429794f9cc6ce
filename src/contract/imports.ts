import * as z from 'zod/mini';
import { IMPORT_CHARS_MAX } from '../domain/constants';

/** The kinds of files. `server/import/README.md` lists their columns. */
export const IMPORT_KINDS = ['items', 'stores'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const importBody = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  /** The text of the CSV file, with the header row first. */
  content: z.string().check(z.maxLength(IMPORT_CHARS_MAX)),
});
export type ImportBody = z.infer<typeof importBody>;

/** The effect of a row: adds a record, changes one, changes nothing, or the row is refused. */
const ROW_EFFECTS = ['new', 'changed', 'same', 'refused'] as const;
export type RowEffect = (typeof ROW_EFFECTS)[number];

const previewRowSchema = z.object({
  /** The line of the file on which the row begins, from 1. */
  line: z.int(),
  effect: z.enum(ROW_EFFECTS),
  /** The name of the record in the file; empty for a refused row. */
  name: z.string(),
  /** What changes, such as 'price 1.50 → 1.75', or why the row is refused; empty otherwise. */
  detail: z.string(),
});
export type PreviewRow = z.infer<typeof previewRowSchema>;

/** Every row of the file, in its order; lines without content are left out. */
export const importPreviewSchema = z.object({ rows: z.array(previewRowSchema) });
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const importResultSchema = z.object({
  created: z.int(),
  /** The number of rows of existing records, changed or not. */
  updated: z.int(),
  /** The refused rows, in the order of the file. The others were imported. */
  refused: z.array(z.object({ line: z.int(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof importResultSchema>;
