/** The browser's storage may hang; what waits for it goes on without it then. */
const FLUSH_WITHIN_MS = 5_000;

/** Resolves once all is flushed to disk, or when a storage that hangs was waited for long enough. */
export function inTime(
  flushed: Promise<void>,
  schedule: (work: () => void, delayMs: number) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = schedule(resolve, FLUSH_WITHIN_MS);
    flushed.then(resolve, reject).finally(cancel);
  });
}
