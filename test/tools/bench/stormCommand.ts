import { parseArgs } from 'node:util';
import { startPostgres } from '../../run/privatePostgres';
import { failuresOf } from './runDevices';

/**
 * `npm run bench:storm`: what a GET of a screen takes while 200 devices send what waits in their queues, beside what it
 * takes when nobody else is there. On the embedded database, or with `--pg` on a PostgreSQL of its own.
 */

const { values } = parseArgs({ options: { pg: { type: 'boolean', default: false } } });
const postgres = values.pg ? await startPostgres() : null;
try {
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  // Opened late: which database it is stands in the environment.
  const { measureStorm } = await import('./storm');
  const { idle, storm, sent, lost } = await measureStorm();
  const ms = (time: number) => Number(time.toFixed(1));
  console.table([
    { when: 'idle', 'p50, ms': ms(idle.p50), 'p99, ms': ms(idle.p99) },
    { when: 'storm', 'p50, ms': ms(storm.p50), 'p99, ms': ms(storm.p99), 'max, ms': ms(storm.max) },
  ]);
  console.log(
    `${values.pg ? 'PostgreSQL' : 'Embedded'}: p99 in the storm is × ${(storm.p99 / idle.p99).toFixed(1)} of idle, ${storm.probes} probes.`,
  );
  console.log(
    `${sent.acknowledgements.length} entries in ${(sent.ms / 1000).toFixed(1)} s, ${sent.refused} refused for a while, failures: ${failuresOf(sent)}, ${lost} lost.`,
  );
} finally {
  await postgres?.stop();
}
