/** Resolves when the work has ended, or after a time limit, because the browser's storage may hang. */
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
