/** Resolves once the work has ended, or when it was waited for long enough: the browser's storage may hang. */
export function withTimeout(
  work: Promise<void>,
  schedule: (work: () => void, delayMs: number) => () => void,
  withinMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = schedule(resolve, withinMs);
    work.then(resolve, reject).finally(cancel);
  });
}
