import { asRecord } from '../../../api/parsers/values';
import type { WriteBase } from '../../../api/client/writes';
import { formatQuantity } from '../../../domain/quantity';
import { NEW_LINE_QUANTITY_TEXT, parseQuantity } from '../../../domain/typedQuantity';
import { PACKAGING_DEFAULT } from '../../../domain/packaging';
import { type LineDraft, validateEditedLine } from '../../../domain/deliveryRules';
import { parseBase } from '../../../state/pending/writeBase';

/** A line in the edit form. */
export interface EditedLine {
  /** Identifies a line while lines are added and removed. */
  key: number;
  item: string;
  /** As typed. */
  quantity: string;
  packaging: string;
}

/** Lines as the edit form shows them. */
export function editedLinesOf(lines: readonly LineDraft[]): EditedLine[] {
  return lines.map((line, key) => ({ key, ...line, quantity: formatQuantity(line.quantity) }));
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

/** The errors of the lines, by their key, in the exact sentences of spec §5. An item that is not offered is missing. */
export function wrongLines(
  lines: readonly EditedLine[],
  isOffered: (item: string) => boolean,
): ReadonlyMap<number, string> {
  return new Map(
    lines.flatMap((line): [number, string][] => {
      const sentence = validateEditedLine({ ...sentLine(line), item: isOffered(line.item) ? line.item : '' });
      return sentence ? [[line.key, sentence]] : [];
    }),
  );
}

/** The content of the edit form of a delivery, and its base. */
export interface EditedDelivery {
  lines: EditedLine[];
  base: WriteBase;
}

/** Names the edit form of a delivery among the drafts. */
export const editDeliveryForm = (deliveryId: string) => `edit delivery ${deliveryId}`;

function isEditedLine(raw: unknown): raw is EditedLine {
  const { key, item, quantity, packaging } = asRecord(raw);
  return typeof key === 'number' && [item, quantity, packaging].every((text) => typeof text === 'string');
}

/** Parses a stored draft; `null` for an invalid one. Older builds stored only the lines. */
export function readEditedDelivery(raw: unknown, present: WriteBase): EditedDelivery | null {
  const lines: unknown = Array.isArray(raw) ? raw : asRecord(raw).lines;
  return Array.isArray(lines) && lines.every(isEditedLine) ? { lines, base: parseBase(raw, present) } : null;
}
