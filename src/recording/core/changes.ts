import { digestOf } from './digest';
import { isObject, type Json } from './json';

const VALUE_MAX_CHARS = 160;
const CHANGES_MAX = 40;
/** The limit for the first state of a run, in which every value is a change. */
const FIRST_CHANGES_MAX = 400;

/** A value as a difference shows it: the value itself, or the digest and length of a long one. */
function shown(value: unknown): Json {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= VALUE_MAX_CHARS ? (JSON.parse(text) as Json) : { '#': digestOf(value), chars: text.length };
}

function entriesOf(value: unknown): Map<string, unknown> {
  if (Array.isArray(value)) return new Map(value.map((part, at) => [String(at), part]));
  return new Map(isObject(value) ? Object.entries(value).filter(([, part]) => part !== undefined) : []);
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null;

function isShort(value: unknown): boolean {
  return (JSON.stringify(value) ?? '').length <= VALUE_MAX_CHARS;
}

function collect(before: unknown, after: unknown, path: string, changes: Json[][], max: number): void {
  if (before === after || changes.length >= max || digestOf(before) === digestOf(after)) return;
  const isNew = !isContainer(before) || Array.isArray(before) !== Array.isArray(after);
  if (!isContainer(after) || (isNew && isShort(after))) {
    changes.push([path, shown(after)]);
    return;
  }
  const was = isNew ? new Map<string, unknown>() : entriesOf(before);
  const is = entriesOf(after);
  for (const key of [...new Set([...was.keys(), ...is.keys()])].sort()) {
    const below = path ? `${path}.${key}` : key;
    if (is.has(key)) collect(was.get(key), is.get(key), below, changes, max);
    else if (changes.length < max) changes.push([below]);
  }
}

/**
 * The changes from one state to the next, in the order of their paths: `[path, value]`, or `[path]` for a removed part.
 * At most 40; at most 400 when `before` is undefined.
 */
export function changesBetween(before: unknown, after: unknown): Json[][] {
  const changes: Json[][] = [];
  collect(before, after, '', changes, before === undefined ? FIRST_CHANGES_MAX : CHANGES_MAX);
  return changes;
}
