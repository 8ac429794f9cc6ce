/*
 * Strict checks of data from the disk or from another tab. Written by hand: the schema library would make up 5 % of the
 * first load.
 */

/** Returns the value, or throws the reason why it is invalid. The caller adds the path within the record. */
type Check<T> = (raw: unknown) => T;

/** A shape that records are read by. */
export interface RecordShape<T> {
  /** Throws for an invalid value. */
  parse(raw: unknown): T;
  safeParse(raw: unknown): { success: true; data: T } | { success: false };
}

function checked<T>(isRight: (raw: unknown) => raw is T, what: string): Check<T> {
  return (raw) => {
    if (!isRight(raw)) throw new Error(` is not ${what}`);
    return raw;
  };
}

export const text = checked((raw): raw is string => typeof raw === 'string', 'a text');
export const nonEmptyText = checked((raw): raw is string => typeof raw === 'string' && raw !== '', 'a non-empty text');
export const path = checked((raw): raw is string => typeof raw === 'string' && raw.startsWith('/'), 'a path');
export const number = checked((raw): raw is number => typeof raw === 'number' && Number.isFinite(raw), 'a number');
/** A count or a position: a whole number from 0 on, small enough to be incremented. */
export const isCount = (raw: unknown): raw is number =>
  Number.isSafeInteger(raw) && Number(raw) >= 0 && Number(raw) < Number.MAX_SAFE_INTEGER / 2;
export const count = checked(isCount, 'a count');
export const position = checked((raw): raw is number => isCount(raw) && raw > 0, 'a position');
/** A text that can be sent as a header. */
export const headerText = checked(
  (raw): raw is string => typeof raw === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(raw),
  'a text of printable characters',
);
/** ms since 1970, within the years that a date can have. */
export const timestamp = checked(
  (raw): raw is number => typeof raw === 'number' && !Number.isNaN(new Date(raw).getTime()),
  'a time',
);
export const boolean = checked((raw): raw is boolean => typeof raw === 'boolean', 'a boolean');
export const anything: Check<unknown> = (raw) => raw;
export const present = checked((raw): raw is unknown => raw !== undefined, 'present');

/** A field that may be absent. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (raw) => (raw === undefined ? undefined : check(raw));
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Check<T> {
  return checked((raw): raw is T => values.some((value) => value === raw), `one of ${values.join(', ')}`);
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (raw) => (raw === null ? null : check(raw));
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (raw) => {
    if (!Array.isArray(raw)) throw new Error(' is not a list');
    return raw.map(check);
  };
}

/** Runs a check. Its error names the path within the record. */
function checkAt<T>(check: Check<T>, raw: unknown, where: string): T {
  try {
    return check(raw);
  } catch (error) {
    throw new Error(`${where}${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

/** An object with these fields and no others. */
export function fields<T extends object>(checks: { [Name in keyof Required<T>]: Check<T[Name]> }): Check<T> {
  const named = Object.entries<Check<unknown>>(checks).map(([name, check]) => ({ name, check, place: `.${name}` }));
  return (raw) => {
    if (typeof raw !== 'object' || raw === null) throw new Error(' is not a record');
    for (const name of Object.keys(raw)) {
      if (!Object.hasOwn(checks, name)) throw new Error(` has a field ${name}`);
    }
    const values = raw as Record<string, unknown>;
    // Filled field by field: a start reads ten thousand records, and arrays of pairs would be most of its work.
    const read: Record<string, unknown> = {};
    for (const { name, check, place: where } of named) {
      const value = checkAt(check, Object.hasOwn(values, name) ? values[name] : undefined, where);
      if (value !== undefined) read[name] = value;
    }
    return read as T;
  };
}

export function recordShape<T>(name: string, check: Check<T>): RecordShape<T> {
  const parse = (raw: unknown) => checkAt(check, raw, name);
  return {
    parse,
    safeParse(raw) {
      try {
        return { success: true, data: parse(raw) };
      } catch {
        return { success: false };
      }
    },
  };
}
