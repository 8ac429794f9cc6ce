import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Kill } from './attack';
import { MUTANTS } from './list';
import type { Order, Report, Result } from './worker';

/** A script takes a second or two. One that takes so long runs in circles, ms. */
const CIRCLES_MS = 4 * 60_000;

/** One process that is given one mutant after the other; a new one when it runs in circles or has planted a server bug. */
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
    const result = await new Promise<Result>((resolve, reject) => {
      const circles: Kill = {
        invariant: 'time',
        message: 'It does not come to an end.',
        by: 'time',
        script: '',
        seed: 0,
      };
      const stop = () => {
        this.end();
        resolve(circles);
      };
      let timer = setTimeout(stop, CIRCLES_MS);
      child.removeAllListeners();
      child.on('message', (report: Report) => {
        clearTimeout(timer);
        if (report.kind === 'result') resolve(report.result);
        else {
          if (report.kind === 'alarm') this.onAlarm(report.alarm);
          timer = setTimeout(stop, CIRCLES_MS);
        }
      });
      child.on('exit', (code) => {
        clearTimeout(timer);
        if (this.child === child) reject(new Error(`The process of mutant ${order.number} ended with ${code}`));
      });
      child.send(order);
    });
    // Its modules keep a server with the bug and its database.
    if (MUTANTS[order.number]?.file.startsWith('server/')) this.end();
    return result;
  }

  close(): void {
    this.end();
  }
}
