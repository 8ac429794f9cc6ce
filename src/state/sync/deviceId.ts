const KEY = 'field-sales-device';

/** The random id of this browser profile, created at the first use. `store` returns the browser's localStorage. */
export function deviceIdOf(store: () => Pick<Storage, 'getItem' | 'setItem'>, newId: () => string): string {
  try {
    const known = store().getItem(KEY);
    if (known) return known;
    const made = newId();
    store().setItem(KEY, made);
    return made;
  } catch {
    // In a browser that stores nothing, every start is a new device.
    return newId();
  }
}
