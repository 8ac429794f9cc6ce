import { isObject } from './json';

/** A 53-bit hash of a text, in base 36 (cyrb53). Not for secrets: it tells states and long values apart. */
export function hashText(text: string, seed = 0): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

const known = new WeakMap<object, string>();

/**
 * A digest of plain data. Equal data gives the same digest whatever the order of its keys; `undefined` counts as
 * absent. Digests of objects are cached, because the parts of a Redux state are never changed in place.
 */
export function digestOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const found = known.get(value);
  if (found !== undefined) return found;
  const parts = isObject(value)
    ? Object.keys(value)
        .filter((key) => value[key] !== undefined)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${digestOf(value[key])}`)
    : (value as unknown[]).map(digestOf);
  const digest = hashText(`${isObject(value) ? '{' : '['}${parts.join()}`);
  known.set(value, digest);
  return digest;
}
