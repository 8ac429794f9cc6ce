import { constants } from 'node:os';

type Stop = () => Promise<void>;

/** Prints the reason in one line and ends the process at once. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * Runs the server or a command. An error is printed on standard error, and the process ends with code 1. SIGTERM and
 * SIGINT call the function that was passed to `whenStopped`; before there is one, and at a second signal, the process
 * ends at once.
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
