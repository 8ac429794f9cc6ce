import { spawn } from 'node:child_process';
import { startPostgres } from './privatePostgres';
import { countInto } from './steps';

/**
 * `npm run test:pg`: the server's tests on PostgreSQL instead of the embedded database. Starts a private PostgreSQL
 * in a temporary folder and on a free port, and removes the folder at the end. Installs the package postgresql if the
 * machine has no PostgreSQL; the package stays. With TEST_DATABASE_URL set, that server is used instead. Arguments go
 * to Vitest.
 */

function runServerTests(url: string): Promise<number> {
  const args = ['vitest', 'run', '--project', 'server', ...countInto('postgres').split(' '), ...process.argv.slice(2)];
  const tests = spawn('npx', args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } });
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)));
}

const server = await startPostgres();
try {
  process.exitCode = await runServerTests(server.url);
} finally {
  await server.stop();
}
