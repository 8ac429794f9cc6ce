import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measured } from '../../support/measured';
import { startServerProcess } from '../../support/server/serverProcess';

/** How long a stop may take; a machine that is busy with other tests needs longer. */
const STOP_MAX_MS = measured(10_000, 20_000);
const POLL_MS = 100;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const statusOf = async (url: string) => (await fetch(url)).status;

it('a stopping server accepts new requests until those under way are done, and does not wait for a stuck upload (security 39)', async () => {
  const server = await startServerProcess({ DATA_DIR: dataDir });
  const { hostname, port } = new URL(server.url);
  const upload = connect({ host: hostname, port: Number(port) });
  upload.on('error', () => undefined);
  upload.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
  );
  await setTimeout(POLL_MS);
  const begin = performance.now();
  const ended = server.end('SIGTERM');
  while ((await statusOf(`${server.url}/api/ready`)) !== 503) await setTimeout(POLL_MS);
  expect(await statusOf(`${server.url}/api/health`)).toBe(200);
  expect(await ended).toBe(0);
  expect(performance.now() - begin).toBeLessThan(STOP_MAX_MS);
});
