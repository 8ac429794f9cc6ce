import { constants } from 'node:os';

type Stop = () => Promise<void>;

/** Says why in one line and ends the process, whatever is still open in it. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * Runs the server, or a command beside it. What goes wrong is said on standard error, and the process ends with 1.
 * SIGTERM and SIGINT call the `stop` that the work has given to `whenStopped`, and end the process at once before
 * that. A second signal does not wait for `stop`.
 */
export function runCommand(work: (whenStopped: (stop: Stop) => void) => Promise<void>): void {
  let stop: Stop | null = null;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    if (!stop) process.exit(128 + constants.signals[signal]);
    stop().catch(fail);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  work((given) => {
    stop = given;
  }).catch(fail);
}
