import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a server process before the server itself. On SIGUSR2 it prints the longest time, in ms, for which the
 * event loop did nothing else since it was asked last.
 */

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  console.log(`loop ${(delay.max / 1e6).toFixed(1)}`);
  delay.reset();
});
