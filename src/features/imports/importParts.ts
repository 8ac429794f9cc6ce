import type { PreviewRow } from '../../contract/imports';

/** How many rows go in one request: the progress bar moves by this much. */
const PART_ROWS = 200;

/** A request's share of a file: its head line and some rows, each whole. */
export interface ImportPart {
  content: string;
  rows: number;
}

/**
 * The rows of a file that add or change something, in parts. The preview says on which line each row begins; a row goes
 * on to the line before the next one. What the preview refused is left out.
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
