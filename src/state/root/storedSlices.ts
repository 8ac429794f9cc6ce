import type { PersistedState } from 'redux-persist';
import { asId, asList, asNumber, asRecord, asText } from '../../api/parsers/values';
import type { TakenDelivery } from '../../domain/lastTaken';
import { QUEUED_CALL_NAMES } from '../../offline/queuedWrites';
import type { SentChange } from '../../offline/actions';

type Stored = NonNullable<PersistedState>;

/** How one slice is stored and read back. */
export interface StoredSlice {
  /** The stored fields; absent for all of them. redux-persist calls this `whitelist`. */
  persistedFields?: string[];
  /** Parses one field of the slice. */
  parseField?: (raw: unknown, key: unknown) => unknown;
  /** Parses the whole slice after its fields; `undefined` drops it. */
  parseSlice?: (stored: Stored) => PersistedState;
  /** The shape number that is written with a cache. */
  shape?: number;
  /** The minimum time between two writes of fields, ms; absent for none. */
  throttleMs?: number;
}

/** The field that redux-persist writes beside those of each slice. A cache's shape number is stored in it. */
export const PERSIST_MARK = '_persist';
/** The shape that builds stored before they wrote a number. */
const FIRST_SHAPE = 1;

/** Adds the shape number, if there is one, to the stored `_persist`. */
export const withShape = (shape: number | undefined) => (part: unknown, key: unknown) =>
  key === PERSIST_MARK ? { ...asRecord(part), shape } : part;

/** The values of a cache, each with the moment it was fetched. A value that cannot be read is left out. */
function parseValues(byKey: unknown, parseValue: (raw: unknown) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, raw] of Object.entries(asRecord(byKey))) {
    const cached = asRecord(raw);
    const value = parseValue(cached.value);
    if (typeof cached.savedAt === 'number' && value !== undefined) values[key] = { ...cached, value };
  }
  return values;
}

/** A cache. It is dropped if it was stored in another shape. `parseValue` returns `undefined` for an invalid value. */
export function cacheOf(shape: number, parseValue: (raw: unknown) => unknown): StoredSlice {
  return {
    shape,
    parseSlice: (stored) => {
      const { byKey } = asRecord(stored);
      const { shape: storedShape = FIRST_SHAPE } = asRecord(stored[PERSIST_MARK]);
      return storedShape === shape ? { ...stored, byKey: parseValues(byKey, parseValue) } : undefined;
    },
  };
}

/** A cached report, with the filters of its request. Earlier builds named the response `answer`. */
export const parseStoredReport = (parse: (raw: unknown) => unknown) => (raw: unknown) => {
  const { query, response, answer } = asRecord(raw);
  return { query: asRecord(query), response: parse(response ?? answer) };
};

/** The last delivery of a box. Lines whose item or quantity cannot be read are left out. */
export function parseTaken(raw: unknown): TakenDelivery {
  const { box, at, lines } = asRecord(raw);
  return {
    box: { _id: asId(box), label: asText(asRecord(box).label) },
    at: asText(at),
    lines: asList(lines).map((one) => {
      const { item, quantity, packaging } = asRecord(one);
      return { item: asText(item), quantity: asNumber(quantity) ?? 0, packaging: asText(packaging) };
    }),
  };
}

/** A change that was sent; `undefined` when its call is none of this build's. */
export function parseSentChange(raw: unknown): SentChange | undefined {
  const { userId, call, about, serverId } = asRecord(raw);
  const known = QUEUED_CALL_NAMES.find((name) => name === call);
  return known && { userId: asText(userId), call: known, about: asRecord(about), serverId: asText(serverId) };
}

/** The session. Earlier builds had other names for two of its fields. */
export function parseStoredSession(stored: Stored): Stored {
  const { signOutOwed, cachesOf, ...session } = asRecord(stored);
  const earlier = { signOutPending: signOutOwed ?? false, cacheOwnerId: cachesOf ?? null };
  return { ...earlier, ...session, [PERSIST_MARK]: stored[PERSIST_MARK] };
}

/**
 * A stored draft. One that was being sent when the tab ended may be recorded. Older builds stored a draft by the name
 * of its form, without an id: it keeps that name until a form takes it over.
 */
export function parseStoredDraft(raw: unknown, key: unknown): unknown {
  const draft = asRecord(raw);
  if (!('savedAt' in draft)) return raw;
  if ('form' in draft) return { ...draft, outcome: draft.outcome === null ? null : 'unknown' };
  return { form: String(key), value: draft.value, savedAt: draft.savedAt, outcome: null };
}
