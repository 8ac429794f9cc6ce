import { type LineDraft, validateNewLine } from '../../../domain/deliveryRules';
import { nextPackaging } from '../../../domain/packaging';
import { formatQuantity } from '../../../domain/quantity';
import { screenMessages } from '../../../domain/screenMessages';
import { parseQuantity } from '../../../domain/typedQuantity';

/** A line of the order pad. */
export interface PadLine extends LineDraft {
  /** The text of the quantity field if it is not the formatted `quantity`: half typed or invalid. */
  typed?: string;
}

/** The text in the quantity field of a line. */
export function quantityText(line: PadLine): string {
  return line.typed ?? formatQuantity(line.quantity);
}

/**
 * The error of a line in the words of spec §5, or `null`. A line of an earlier delivery or of a draft may have one as
 * well. `isOffered`: whether its item may still be delivered.
 */
export function lineProblem(line: PadLine, isOffered: boolean): string | null {
  if (!isOffered) return screenMessages.itemNotOffered;
  return validateNewLine({ ...line, quantity: parseQuantity(quantityText(line)) });
}

/** The lines as they are sent. */
export function sentLines(lines: readonly PadLine[]): LineDraft[] {
  return lines.map(({ item, quantity, packaging }) => ({ item, quantity, packaging }));
}

/** A line with this text as its quantity, in this packaging. */
export function withQuantity({ item, quantity }: PadLine, text: string, packaging: string): PadLine {
  const line = { item, quantity: parseQuantity(text), packaging };
  if (validateNewLine(line) !== null) return { ...line, quantity, typed: text };
  return formatQuantity(line.quantity) === text ? line : { ...line, typed: text };
}

/** Whether one can be taken off the quantity: the result must be above 0. */
export function canStepDown(line: PadLine): boolean {
  return parseQuantity(quantityText(line)) > 1;
}

/** The line with one more or one fewer. */
export function withStep(line: PadLine, step: 1 | -1): PadLine {
  const quantity = parseQuantity(quantityText(line));
  return withQuantity(line, formatQuantity((Number.isNaN(quantity) ? 0 : quantity) + step), line.packaging);
}

/** The line with the next packaging: case instead of each, and vice versa. */
export function withNextPackaging(line: PadLine): PadLine {
  return withQuantity(line, quantityText(line), nextPackaging(line.packaging));
}

/** The lines after a tap on an item: its line with one more, or `newLine` if it has none. */
export function afterTap(lines: readonly PadLine[], newLine: LineDraft): PadLine[] {
  const at = lines.findLastIndex(({ item }) => item === newLine.item);
  const line = lines[at];
  return line ? lines.with(at, withStep(line, 1)) : [...lines, newLine];
}

/** The lines plus those of the last delivery; an item that has a line already keeps it. */
export function withLastDelivery(lines: readonly PadLine[], last: readonly LineDraft[]): PadLine[] {
  const present = new Set(lines.map(({ item }) => item));
  return [...lines, ...last.filter(({ item }) => !present.has(item))];
}
