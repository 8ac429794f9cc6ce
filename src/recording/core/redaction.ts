import { messages } from '../../domain/messages';
import { screenMessages } from '../../domain/screenMessages';
import { isPackaging } from '../../domain/packaging';
import { hashText } from './digest';
import { isObject, type Json } from './json';
import { ID_KEYS, PACKAGING_WORD, PATH_KEYS, PLAIN_KEYS, SECRET_KEY, TEXT_KINDS } from './redactionRules';

export const REDACTED = '[redacted]';

const SAFE_TEXT =
  /^(?:|local-[\w-]+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|blob:.*|-?\d{1,4}(?:\.\d+)?)$/;
const ID_LIKE = /^(?:(?=.*\d)[\w-]{1,80}|[\w-]{20,80})$/;
/** A payload that is a single text: an id, or the key of a form made of the app's words and ids. */
const NAMED_BY_ID = /^(?=.*\d|[\w-]{20})(?:(?:[a-z]+|(?=[\w-]*\d)[\w-]+|[\w-]{20,})(?:[ ,:]+|$))+$/;
/** An argument of a thunk that is a word of the app. */
const APP_WORD = /^[a-z]+(?:-[a-z]+)*$/;
const CACHE_KEY = /^(\w+)\((.*)\)$/s;
const EMAIL = /^\S+@\S+\.\S+$/;

const OWN_SENTENCES: ReadonlySet<unknown> = new Set([
  screenMessages.accountDeactivated,
  ...Object.values(messages).filter((text) => typeof text === 'string'),
]);

export interface RedactionOptions {
  /**
   * Random, one for each recording, never in its file: without it nobody can test a list of names against a pseudonym.
   */
  salt: string;
  /** The person ticked "include texts": then only secrets are removed. */
  includeTexts: boolean;
}

/**
 * Redacts a value. Secrets are always removed. Unless texts are included, names, notes, e-mails, addresses and every
 * text not known to be harmless become pseudonyms, the same for the same text within a recording. Functions and
 * `undefined` are left out; a file becomes its size.
 */
export type Redact = (value: unknown, key?: string) => Json | undefined;

export function createRedact({ salt, includeTexts }: RedactionOptions): Redact {
  const pseudonyms = new Map<string, string>();

  function pseudonym(text: string, key: string): string {
    const kind = TEXT_KINDS[key] ?? (EMAIL.test(text) || key === 'email' ? 'email' : 'Text');
    const name = `${kind} ${text}`;
    const known = pseudonyms.get(name);
    if (known !== undefined) return known;
    const hash = hashText(text, Number.parseInt(hashText(salt), 36) % 4294967296).slice(0, 6);
    const word = key === 'packaging' ? (PACKAGING_WORD.exec(text)?.[0].toLowerCase() ?? 'Text') : kind;
    const created = kind === 'email' ? `${hash}@example.invalid` : `${word} ${hash}`;
    pseudonyms.set(name, created);
    return created;
  }

  /** A path of a call or a route: its segments are words and ids, its query holds texts. */
  function redactPath(path: string): string {
    const [before = '', query] = path.split('?');
    if (query === undefined) return before;
    const redacted = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(query)) redacted.set(name, redactText(value, name, ''));
    return `${before}?${redacted.toString()}`;
  }

  function redactInside(text: string, key: string): string | null {
    try {
      const inside: unknown = JSON.parse(text);
      return isObject(inside) || Array.isArray(inside) ? JSON.stringify(redact(inside, key)) : null;
    } catch {
      return null;
    }
  }

  function redactText(text: string, key: string, parent: string): string {
    if (SECRET_KEY.test(key)) return REDACTED;
    if (includeTexts) return text;
    if (PATH_KEYS.has(key)) return redactPath(text);
    if (key === 'queryCacheKey') return redactKey(text);
    if (key === 'body') return redactInside(text, key) ?? (text && pseudonym(text, key));
    if (key === 'packaging' && isPackaging(text)) return text;
    if (key === 'label' && /^Box \d+$/.test(text)) return text;
    if (ID_KEYS.has(key) && ID_LIKE.test(text)) return text;
    if (key === 'payload' && NAMED_BY_ID.test(text)) return text;
    if (key === 'intentArg' && (ID_LIKE.test(text) || APP_WORD.test(text))) return text;
    if (key in TEXT_KINDS) return text && pseudonym(text, key);
    const isPlain = PLAIN_KEYS.has(key) || (key === 'state' && parent !== 'address');
    return isPlain || SAFE_TEXT.test(text) || OWN_SENTENCES.has(text) ? text : pseudonym(text, key);
  }

  /** A key that holds the arguments of a query, as RTK Query's do: `listLocations({"q":"…"})`. */
  function redactKey(key: string): string {
    const [, name, args] = CACHE_KEY.exec(key) ?? [];
    if (includeTexts || name === undefined || args === undefined) return key;
    const inside = redactInside(args, 'id');
    return inside === null ? key : `${name}(${inside})`;
  }

  function redactObject(value: Record<string, unknown>, parent: string): Json {
    const redacted: Record<string, Json> = {};
    for (const [name, part] of Object.entries(value)) {
      if (name === 'stack') continue;
      if (SECRET_KEY.test(name) && part !== undefined) {
        redacted[name] = REDACTED;
        continue;
      }
      const clean = redact(part, name, parent);
      if (clean !== undefined) redacted[redactKey(name)] = clean;
    }
    return redacted;
  }

  function redact(value: unknown, key = '', parent = ''): Json | undefined {
    if (typeof value === 'string') return redactText(value, key, parent);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return undefined;
    if (value instanceof Blob) return { fileBytes: value.size };
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map((part) => redact(part, key, parent) ?? null);
    return redactObject(value as Record<string, unknown>, key);
  }

  return redact;
}
