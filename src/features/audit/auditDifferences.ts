import { asNumber, asRecord, asText } from '../../api/parsers/values';
import { formatInstantFull } from '../../domain/dates';
import { parseInstant } from '../../domain/dateTexts';
import { formatAddress, isAddress } from '../../domain/locationRules';
import { formatMoney } from '../../domain/money';
import { outcomeLabel } from '../../domain/outcomes';

/** One field that differs between before and after, as texts; `null` for a side that is not recorded. */
export interface AuditDifference {
  field: string;
  before: string | null;
  after: string | null;
}

const LABELS: Readonly<Record<string, string>> = {
  ip: 'Address',
  submittedAt: 'Submitted',
  repName: 'Rep',
  deliveredAt: 'Delivered',
  lines: 'Changed lines',
  validFrom: 'From',
  pricePerPack: 'Price/Pack',
  price: 'Price/Piece',
  unitsPerPack: 'Units/Pack',
  sku: 'SKU',
};

/** Fields that are not shown: the entry names the record, and each change increments the version. */
const NOT_SHOWN = new Set(['_id', 'id', 'version']);

const MONEY = new Set(['total', 'price', 'pricePerPack']);

const labelOf = (name: string) => LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** The name of an item by its id. */
type NameOf = (itemId: string) => string;

const HUNDREDTHS = 100;

/** One line of a delivery, from its database row: '2 case Cola at $12.00'. */
function lineText(raw: unknown, nameOf: NameOf): string {
  const { quantityHundredths, packaging, itemId, unitPriceCents } = asRecord(raw);
  const quantity = (asNumber(quantityHundredths) ?? 0) / HUNDREDTHS;
  const price = formatMoney((asNumber(unitPriceCents) ?? 0) / HUNDREDTHS);
  return `${quantity} ${asText(packaging)} ${nameOf(asText(itemId))} at ${price}`;
}

function valueText(name: string, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return MONEY.has(name) ? formatMoney(value) : String(value);
  if (name === 'outcome' && typeof value === 'string') return outcomeLabel(value);
  if (typeof value === 'string') return parseInstant(value) ? formatInstantFull(value) : value;
  if (isAddress(value)) return formatAddress(value) || '–';
  if (!Array.isArray(value)) return asText(asRecord(value).name) || JSON.stringify(value);
  if (name === 'lines') return value.map((line) => lineText(line, nameOf)).join('\n') || '–';
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
}

/** The fields of one side of an entry. Of a delivery the side is the list of its lines. */
const fieldsOf = (side: unknown) => (Array.isArray(side) ? { lines: side as unknown[] } : asRecord(side));

/**
 * The differences field by field. An entry has the whole record before and after, or only the changed fields. Equal
 * fields are left out; a side that is `null` shows nothing. `nameOf` returns the names of items.
 */
export function differencesOf(before: unknown, after: unknown, nameOf: NameOf): AuditDifference[] {
  const old: Record<string, unknown> = fieldsOf(before);
  const fresh: Record<string, unknown> = fieldsOf(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((name) => !NOT_SHOWN.has(name));
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
    .map((name) => ({
      field: labelOf(name),
      before: before === null ? null : valueText(name, old[name], nameOf),
      after: after === null ? null : valueText(name, fresh[name], nameOf),
    }));
}
