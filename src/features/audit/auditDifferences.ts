import { asRecord, asText } from '../../api/parsers/values';
import { formatMoney } from '../../domain/money';

/** One field that differs between before and after, in words; `null` where nothing of that side is recorded. */
export interface Difference {
  field: string;
  before: string | null;
  after: string | null;
}

const LABELS: Readonly<Record<string, string>> = {
  ip: 'Address',
  submittedAt: 'Submitted',
  repName: 'Rep',
  deliveredAt: 'Delivered',
};

/** Fields that say nothing to a person: the entry names the thing, and each change counts the version up. */
const NOT_SHOWN = new Set(['_id', 'id', 'version']);

const labelOf = (name: string) => LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** One line of a delivery: '2 case Cola at $12.00'. */
function lineText(raw: unknown): string {
  const { quantity, packaging, item, unitPrice } = asRecord(raw);
  const name = asText(asRecord(item).name) || asText(item);
  const price = typeof unitPrice === 'number' ? ` at ${formatMoney(unitPrice)}` : '';
  return [asText(quantity), asText(packaging), name].filter(Boolean).join(' ') + price;
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return name === 'total' ? formatMoney(value) : String(value);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return asText(asRecord(value).name) || JSON.stringify(value);
  if (name === 'lines') return value.length === 0 ? 'No lines' : value.map(lineText).join('\n');
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
}

/**
 * What differs, field by field. An entry holds the whole thing before and after, or the changed fields alone: a field
 * that both sides have alike is left out, and one side of `null` shows nothing.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, fresh] = [asRecord(before), asRecord(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((name) => !NOT_SHOWN.has(name));
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
    .map((name) => ({
      field: labelOf(name),
      before: before === null ? null : valueText(name, old[name]),
      after: after === null ? null : valueText(name, fresh[name]),
    }));
}
