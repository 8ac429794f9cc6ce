import type { Random } from '../random';

/** One of these; the list is not empty. */
export function oneOf<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random.next() * all.length)] as T;
}

const VALUES = [
  null,
  '',
  'local-x',
  '§\u0000',
  -1,
  0,
  0.5,
  3,
  2 ** 53 - 1,
  1e300,
  Number.NaN,
  true,
  false,
  [],
  {},
  [null],
];

interface FieldOfRecord {
  holder: Record<string, unknown>;
  name: string;
}

function fieldsIn(value: unknown, spared: readonly string[]): FieldOfRecord[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  const names = Object.keys(holder).filter((name) => !spared.includes(name));
  return names.flatMap((name) => [{ holder, name }, ...fieldsIn(holder[name], [])]);
}

/** A copy of a record with one field, at any depth, lost, of another value, or one too many; `spared` fields stay. */
export function damaged<T>(record: T, random: Random, spared: readonly string[] = []): T {
  const copy = structuredClone(record);
  const fields = fieldsIn(copy, spared);
  if (fields.length === 0) return { ...copy, tooMany: oneOf(random, VALUES) };
  const { holder, name } = oneOf(random, fields);
  const kind = random.next();
  if (kind < 0.3) delete holder[name];
  else if (kind < 0.9) holder[name] = structuredClone(oneOf(random, VALUES));
  else holder[`${name}2`] = holder[name];
  return copy;
}

/** A text with its end cut off, or characters lost, added or changed. */
export function garbled(text: string, random: Random): string {
  const at = Math.floor(random.next() * text.length);
  const change = oneOf(random, ['', 'x', '"', '}', '\u0000', text.slice(0, 20)]);
  return random.next() < 0.4 ? text.slice(0, at) : text.slice(0, at) + change + text.slice(at + 1);
}

/** Collects what does not hold, so that a test of thousands of cases expects once. */
export function collectBroken() {
  const broken: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };
  return { broken, claim };
}
