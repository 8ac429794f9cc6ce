import { isObject, type Json } from '../core/json';
import { PSEUDONYM } from '../core/redactionRules';

/** The first place at which two values differ. */
export interface FirstDifference {
  path: string;
  recorded: Json | undefined;
  replayed: Json | undefined;
}

/** The replay's clock stands still between two events, the recorded one did not: times this close count as equal. */
const CLOCK_TOLERANCE_MS = 60_000;
const TIME_FROM_MS = 1.5e12;
const TIME_TO_MS = 2.5e12;

/** Set by libraries from the device's clock or a counter of their own. */
const IGNORED_KEYS: ReadonlySet<string> = new Set(['startedTimeStamp', 'fulfilledTimeStamp', 'seq', 'stack']);

/** Ids of the app and its libraries, instants as text, times in ms. */
const TOKEN =
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<![\w-])(?:1[5-9]|2[0-4])\d{11}(?![\w-])|(?<![\w-])[\w-]{21}(?![\w-])/g;

function timeOf(token: string): number | null {
  const ms = /^\d{13}$/.test(token) ? Number(token) : token.includes('T') ? Date.parse(token) : Number.NaN;
  return ms >= TIME_FROM_MS && ms < TIME_TO_MS ? ms : null;
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= TIME_FROM_MS && value < TIME_TO_MS;

const isNear = (a: number, b: number) => Math.abs(a - b) <= CLOCK_TOLERANCE_MS;

/**
 * Compares recorded with replayed values. Ids may differ, if each recorded id always pairs with the same replayed one.
 * Times may differ by a minute. A pseudonym in the recording matches a text, if the pair stays the same throughout.
 */
export interface Comparison {
  /** `null` when the values are equal. */
  firstDifference(recorded: unknown, replayed: unknown): FirstDifference | null;
  /** A recorded value with its ids replaced by the replay's. */
  translated<T>(value: T): T;
}

export function createComparison(): Comparison {
  const toReplayed = new Map<string, string>();
  const toRecorded = new Map<string, string>();

  function bind(recorded: string, replayed: string): boolean {
    if (!toReplayed.has(recorded) && !toRecorded.has(replayed)) {
      toReplayed.set(recorded, replayed);
      toRecorded.set(replayed, recorded);
    }
    return toReplayed.get(recorded) === replayed;
  }

  function isSameToken(recorded: string, replayed: string): boolean {
    const [then, now] = [timeOf(recorded), timeOf(replayed)];
    return then !== null && now !== null ? isNear(then, now) : bind(recorded, replayed);
  }

  function isSameText(recorded: string, replayed: string): boolean {
    if (PSEUDONYM.test(recorded) && !PSEUDONYM.test(replayed)) return bind(recorded, replayed);
    if (recorded.startsWith('blob:') && replayed.startsWith('blob:')) return true;
    if (recorded.replace(TOKEN, '\0') !== replayed.replace(TOKEN, '\0')) return false;
    const theirs = replayed.match(TOKEN) ?? [];
    return (recorded.match(TOKEN) ?? []).every((token, at) => isSameToken(token, theirs[at] ?? ''));
  }

  function translateText(text: string): string {
    return text.replace(TOKEN, (token) => toReplayed.get(token) ?? token);
  }

  function translated<T>(value: T): T {
    if (typeof value === 'string') return translateText(value) as T;
    if (Array.isArray(value)) return value.map(translated) as T;
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [translateText(key), translated(part)])) as T;
  }

  function differenceIn(recorded: unknown, replayed: unknown, path: string): FirstDifference | null {
    const different = (): FirstDifference => ({ path, recorded: recorded as Json, replayed: replayed as Json });
    if (typeof recorded === 'string' && typeof replayed === 'string')
      return isSameText(recorded, replayed) ? null : different();
    if (isTime(recorded) && isTime(replayed)) return isNear(recorded, replayed) ? null : different();
    if (Array.isArray(recorded) && Array.isArray(replayed)) {
      const longest = recorded.length > replayed.length ? recorded : replayed;
      return firstDifferenceOf(
        longest.map((_, at) => String(at)),
        (key) => [recorded[Number(key)], replayed[Number(key)]],
        path,
      );
    }
    if (!isObject(recorded) || !isObject(replayed)) return recorded === replayed ? null : different();
    const theirs = new Set(Object.keys(replayed));
    const pairs = Object.keys(recorded).map((key): [string, string] => [
      key,
      theirs.has(key) ? key : translateText(key),
    ]);
    const seen = new Set(pairs.map(([, key]) => key));
    for (const key of theirs) if (!seen.has(key)) pairs.push([key, key]);
    const keys = new Map(pairs.filter(([key]) => !IGNORED_KEYS.has(key)));
    return firstDifferenceOf([...keys.keys()], (key) => [recorded[key], replayed[keys.get(key) ?? key]], path);
  }

  function firstDifferenceOf(
    keys: string[],
    pair: (key: string) => [unknown, unknown],
    path: string,
  ): FirstDifference | null {
    for (const key of keys) {
      const [recorded, replayed] = pair(key);
      const found = differenceIn(recorded, replayed, path ? `${path}.${key}` : key);
      if (found) return found;
    }
    return null;
  }

  return {
    firstDifference: (recorded, replayed) => differenceIn(recorded, replayed, ''),
    translated,
  };
}
