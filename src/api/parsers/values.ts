/**
 * Lenient parsing of responses whose shape the specification leaves open (spec §7: "Response field shapes for
 * most calls are not shown"). Nothing here throws: what can't be read becomes the stated default.
 */

export type UnknownRecord = Record<string, unknown>;

export function asRecord(raw: unknown): UnknownRecord {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as UnknownRecord) : {};
}

/** The value of a JSON text; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text; numbers are written out, anything else is empty. */
export function asText(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' ? String(raw) : '';
}

/** A finite number, also from a numeric text as some databases send them; else `null`. */
export function asNumber(raw: unknown): number | null {
  const value = typeof raw === 'string' && raw.trim() ? Number(raw) : raw;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** An ISO instant, or `null`. */
export function asInstant(raw: unknown): string | null {
  return typeof raw === 'string' && raw && !Number.isNaN(Date.parse(raw)) ? raw : null;
}

/** Ids come as `_id`, `id` or, of a box, `boxId` (spec §3); a bare text is the id itself. */
export function asId(raw: unknown): string {
  if (typeof raw === 'string' || typeof raw === 'number') return String(raw);
  const shape = asRecord(raw);
  return asText(shape._id ?? shape.boxId ?? shape.id);
}

/** The record of a response, which may be wrapped in a field (spec §7). */
export function unwrapped(raw: unknown, field: string): UnknownRecord {
  const outer = asRecord(raw);
  const inner = asRecord(outer[field]);
  return asId(inner) ? inner : outer;
}

/** A list: an array, or an array in a `data` field; anything else is empty. */
export function asList(raw: unknown): unknown[] {
  const list = Array.isArray(raw) ? raw : asRecord(raw).data;
  return Array.isArray(list) ? list : [];
}

/** `active` and `version` where the server sends them; otherwise no such fields. */
export function asEditable(raw: unknown): { active?: boolean; version?: number } {
  const { active, version } = asRecord(raw);
  return typeof version === 'number' ? { active: active !== false, version } : {};
}

/** Parses every element of a list; elements without an id are left out. */
export function parseList<T extends { _id: string }>(raw: unknown, parseOne: (raw: unknown) => T): T[] {
  return asList(raw)
    .map(parseOne)
    .filter((one) => one._id);
}
