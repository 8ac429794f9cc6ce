/** Numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;

/** One of these; the list is not empty. */
export function oneOf<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
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
  const kind = random();
  if (kind < 0.3) delete holder[name];
  else if (kind < 0.9) holder[name] = structuredClone(oneOf(random, VALUES));
  else holder[`${name}2`] = holder[name];
  return copy;
}

/** A text with its end cut off, or characters lost, added or changed. */
export function garbled(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const change = oneOf(random, ['', 'x', '"', '}', '\u0000', text.slice(0, 20)]);
  return random() < 0.4 ? text.slice(0, at) : text.slice(0, at) + change + text.slice(at + 1);
}

/** Collects what does not hold, so that a test of thousands of cases expects once. */
export function collectBroken() {
  const broken: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };
  return { broken, claim };
}
