import { messages } from './messages';
import { formatQuantity } from './quantity';
import { screenMessages } from './screenMessages';

/** What is wrong with a name field, or `null`. Names are required on every form that has one (spec §5). */
export function validateName(name: string): string | null {
  return name.trim() ? null : screenMessages.nameRequired;
}

/** Who made a visit or delivery, as the screens and the print name it. */
export function repLabel(repName: string): string {
  return repName || messages.unknownRep;
}

/** The same where room is short: the first name, and the initial of the last. */
export function shortRepLabel(repName: string): string {
  const [first = '', ...others] = repLabel(repName).split(/\s+/);
  const last = others.at(-1);
  return repName && last ? `${first} ${String.fromCodePoint(last.codePointAt(0) ?? 0)}.` : repLabel(repName);
}

/** An item as the screens, the print and the CSV name it: a response may hold its id alone (spec §3). */
export function itemLabel(item: { _id: string; name: string }): string {
  return item.name || item._id;
}

interface ShownLine {
  item: { _id: string; name: string };
  quantity: number;
  packaging: string;
}

/** The lines of a delivery as text: "2 case Chips, 1.5 each Cola". */
export function linesText(lines: readonly ShownLine[]): string {
  return lines.map((line) => `${formatQuantity(line.quantity)} ${line.packaging} ${itemLabel(line.item)}`).join(', ');
}
