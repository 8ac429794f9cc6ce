import { expect, it } from 'vitest';
import { bundleApp } from '../app/bundle';
import { Runner } from './run';
import { parseScript } from './steps';

const SCRIPT = parseScript('open 0.1; open 1.1; deliverAlone 0.0 0 0; network 0 lossy; start 0.1 1; wait 30000');
const SEED = 7;

/** Every request of the script with its time, and what it left of the random numbers. */
async function courseOf(runner: Runner): Promise<unknown> {
  const { simulation } = await runner.run(SCRIPT, SEED);
  const sent = simulation.devices.map(({ network }) =>
    network.sent.map(({ at, endedAt, fault, status }) => ({ at, endedAt, fault, status })),
  );
  return { sent, tasks: simulation.kernel.tasks, next: simulation.random.next() };
}

it('a script has the same course as the first of a process and after another script', async () => {
  const runner = new Runner(await bundleApp());
  const first = await courseOf(runner);
  const second = await courseOf(runner);

  expect(second).toEqual(first);
});
