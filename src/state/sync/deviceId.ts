const KEY = 'field-sales-device';

/** The random id of this browser profile, made at its first use; `store` is the browser's localStorage. */
export function deviceIdOf(store: () => Pick<Storage, 'getItem' | 'setItem'>, newId: () => string): string {
  try {
    const known = store().getItem(KEY);
    if (known) return known;
    const made = newId();
    store().setItem(KEY, made);
    return made;
  } catch {
    // A browser that stores nothing is another device after each start.
    return newId();
  }
}
