import type { PreviewRow } from '../../contract/imports';

/** The number of rows per request, which is also the step of the progress bar. */
const PART_ROWS = 200;

/** The part of a file for one request: the header row and some complete rows. */
export interface ImportPart {
  content: string;
  rows: number;
}

/**
 * The rows of a file that add or change something, in parts. The preview gives the first line of each row; a row ends
 * before the next one. Refused rows are left out.
 */
export function importParts(content: string, rows: readonly PreviewRow[]): ImportPart[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const head = lines.slice(0, (rows[0]?.line ?? 1) - 1);
  const wanted = rows.flatMap(({ line, effect }, index) =>
    effect === 'new' || effect === 'changed'
      ? [lines.slice(line - 1, (rows[index + 1]?.line ?? lines.length + 1) - 1)]
      : [],
  );
  const parts: ImportPart[] = [];
  for (let start = 0; start < wanted.length; start += PART_ROWS) {
    const share = wanted.slice(start, start + PART_ROWS);
    parts.push({ content: [...head, ...share.flat()].join('\n'), rows: share.length });
  }
  return parts;
}
