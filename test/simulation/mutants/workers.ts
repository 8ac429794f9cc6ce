import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kill } from './attack';
import type { Order, Report, Result } from './worker';

/** A script takes a second or two of the processor. One that takes so much of it runs in circles, ms. */
const CIRCLES_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
const TICK_MS = 10;

/**
 * How long a process has had the processor, ms: a busy machine lets it wait. Where that can't be read, the time of day.
 */
function processorMs({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Date.now();
  // The name stands in brackets; user and system time are the 12th and 13th after it.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** One process that is given one mutant after the other; a new one when it runs in circles. */
export class Worker {
  private child: ChildProcess | null = null;

  constructor(private onAlarm: (alarm: Kill) => void) {}

  private end(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  async run(order: Order): Promise<Result> {
    this.child ??= fork(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--import', 'tsx'] });
    const { child } = this;
    return new Promise<Result>((resolve, reject) => {
      const circles: Kill = {
        invariant: 'time',
        message: 'It does not come to an end.',
        by: 'time',
        script: '',
        seed: 0,
      };
      let heardAt = processorMs(child);
      const timer = setInterval(() => {
        if (processorMs(child) - heardAt < CIRCLES_MS) return;
        clearInterval(timer);
        this.end();
        resolve(circles);
      }, LOOK_EVERY_MS);
      child.removeAllListeners();
      child.on('message', (report: Report) => {
        heardAt = processorMs(child);
        if (report.kind === 'alarm') this.onAlarm(report.alarm);
        if (report.kind !== 'result') return;
        clearInterval(timer);
        resolve(report.result);
      });
      child.on('exit', (code) => {
        clearInterval(timer);
        if (this.child === child) reject(new Error(`The process of mutant ${order.number} ended with ${code}`));
      });
      child.send(order);
    });
  }

  close(): void {
    this.end();
  }
}
