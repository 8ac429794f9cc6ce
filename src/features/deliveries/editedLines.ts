import type { DeliveryLine } from '../../contract/deliveries';
import { NEW_LINE_QUANTITY_TEXT, formatQuantity, parseQuantity } from '../../domain/quantity';
import { PACKAGING_DEFAULT } from '../../domain/packaging';
import { type LineDraft, validateEditedLine } from '../../domain/deliveryRules';

/** A line as it stands in the edit form. */
export interface EditedLine {
  /** Tells the lines of a form apart while they come and go. */
  key: number;
  item: string;
  /** As typed. */
  quantity: string;
  packaging: string;
}

export function editedLinesOf(lines: readonly DeliveryLine[]): EditedLine[] {
  return lines.map((line, key) => ({
    key,
    item: line.item._id,
    quantity: formatQuantity(line.quantity),
    packaging: line.packaging,
  }));
}

/** A new line: quantity 1, packaging each (spec §5), no item yet. */
export function withNewLine(lines: readonly EditedLine[]): EditedLine[] {
  const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
  return [...lines, { key, item: '', quantity: NEW_LINE_QUANTITY_TEXT, packaging: PACKAGING_DEFAULT }];
}

/** The line as it is sent. Its quantity is NaN while what is typed is no number. */
export function sentLine({ item, quantity, packaging }: EditedLine): LineDraft {
  return { item, quantity: parseQuantity(quantity), packaging };
}

/** What is wrong with which line, by its key, in the exact sentences of spec §5. */
export function wrongLines(lines: readonly EditedLine[]): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap((line): [number, string][] => {
      const sentence = validateEditedLine(sentLine(line));
      return sentence ? [[line.key, sentence]] : [];
    }),
  );
}

/** A draft as found on the device; `null` when it is none. */
export function readEditedLines(raw: unknown): EditedLine[] | null {
  const isLine = (line: unknown): line is EditedLine => {
    if (typeof line !== 'object' || line === null) return false;
    const { key, item, quantity, packaging } = line as Partial<Record<keyof EditedLine, unknown>>;
    const texts = [item, quantity, packaging].every((text) => typeof text === 'string');
    return texts && typeof key === 'number';
  };
  return Array.isArray(raw) && raw.every(isLine) ? raw : null;
}
