import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { idempotencyKeys } from '../../../src/server/db/idempotencySchema';
import { boxes, items, locations, users } from '../../../src/server/db/schema';
import { DEMO_ACCOUNTS } from '../../../src/server/demo/demoAccounts';
import { seedDemo } from '../../../src/server/demo/seedDemo';
import { createLocation, prepareAdmin } from '../../support/server/locationWrites';
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../../support/server/serverProcess';

const KILL_ROUNDS = 6;
const WRITERS = 4;

let dataDir: string;
let running: ServerProcess | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = null;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Production mode on the test's own folder: no demo data, which would only slow the start. */
const start = async () => {
  running = await startServerProcess({ DATA_DIR: dataDir, NODE_ENV: 'production' });
  return running;
};

/** Writes one location after another until the server is gone; returns the keys that were acknowledged. */
async function writeUntilGone(url: string, cookie: string, prefix: string, acknowledged: Map<string, string>) {
  for (let count = 0; ; count++) {
    const key = `${prefix}-${count}`;
    try {
      const { status, body } = await createLocation(url, cookie, key);
      if (status === 201) acknowledged.set(key, body._id);
    } catch {
      return;
    }
  }
}

/** What is on disk, read while no server runs. */
async function readDisk() {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const allLocations = await db.select({ id: locations.id, name: locations.name }).from(locations);
  const keys = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys);
  const filled = await Promise.all(allLocations.map((location) => db.$count(boxes, eq(boxes.locationId, location.id))));
  await close();
  return { locations: allLocations, keys: keys.map((row) => row.key), filled };
}

describe('a server that is killed during writes', () => {
  it(
    `keeps every acknowledged write and no part of another, in each of ${KILL_ROUNDS} rounds`,
    async () => {
      const cookie = await prepareAdmin(dataDir);
      const acknowledged = new Map<string, string>();
      for (let round = 0; round < KILL_ROUNDS; round++) {
        const server = await start();
        const before = acknowledged.size;
        const writers = Array.from({ length: WRITERS }, (_, writer) =>
          writeUntilGone(server.url, cookie, `round-${round}-writer-${writer}`, acknowledged),
        );
        // A few writes in, at another point each round; the next ones are then under way.
        while (acknowledged.size < before + 1 + (round % 7)) await new Promise((resolve) => setImmediate(resolve));
        await server.end('SIGKILL');
        await Promise.all(writers);
      }

      const disk = await readDisk();
      const onDisk = new Map(disk.locations.map((location) => [location.name, location.id]));
      expect(onDisk.size).toBe(disk.locations.length);
      for (const [key, id] of acknowledged) expect(onDisk.get(key)).toBe(id);
      expect(disk.keys.sort()).toEqual(disk.locations.map((location) => location.name).sort());
      expect(new Set(disk.filled)).toEqual(new Set([3]));

      // The response is stored under the key, so a device that never got it gets it by a repeat.
      const server = await start();
      const [key = '', id] = [...acknowledged].at(-1) ?? [];
      expect(await createLocation(server.url, cookie, key)).toMatchObject({ status: 201, body: { _id: id } });
    },
    300_000 + KILL_ROUNDS * 60_000,
  );
});

describe('a server that receives SIGTERM', () => {
  it('responds to the requests under way, commits their writes and exits with 0', async () => {
    const cookie = await prepareAdmin(dataDir);
    const server = await start();
    const acknowledged = new Map<string, string>();
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(server.url, cookie, `writer-${writer}`, acknowledged),
    );
    while (acknowledged.size < 5) await new Promise((resolve) => setImmediate(resolve));
    expect(await server.end('SIGTERM')).toBe(0);
    await Promise.all(writers);
    const disk = await readDisk();
    expect(disk.locations.map((location) => location.name).sort()).toEqual([...acknowledged.keys()].sort());
  });
});

describe('a data folder', () => {
  it('in use refuses a second server with one line that names the first', async () => {
    const first = await start();
    const second = await runServerToItsEnd({ DATA_DIR: dataDir, NODE_ENV: 'production' });
    expect(second.code).toBe(1);
    expect(second.errors.trim().split('\n')).toEqual([
      `The data folder ${dataDir} is in use by process ${first.process.pid}. Stop it first, or set DATA_DIR to another folder.`,
    ]);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  it('in use cannot be opened again by the same process', async () => {
    const { close } = await openDatabase({ databaseUrl: null, dataDir });
    await expect(openDatabase({ databaseUrl: null, dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
    await close();
    await (await openDatabase({ databaseUrl: null, dataDir })).close();
  });

  it('whose owner was killed can be opened again at once', async () => {
    await (await start()).end('SIGKILL');
    const next = await start();
    expect(next.errors()).not.toContain('sign of life');
  });
});

describe('the first start', () => {
  it('inserts the demo data and prints accounts that can sign in; the next start prints them too', async () => {
    const signsIn = async (server: ServerProcess) => {
      const accounts = server.lines.flatMap((line) => /^(\S+@\S+) \/ (\S+)$/.exec(line)?.slice(1, 3) ?? []);
      const [email, password] = accounts;
      const response = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      return { status: response.status, accounts: accounts.length / 2 };
    };
    const waitForAccounts = async (server: ServerProcess) => {
      while (!server.lines.some((line) => line.includes(' / ')))
        await new Promise((resolve) => setTimeout(resolve, 20));
      return signsIn(server);
    };
    running = await startServerProcess({ DATA_DIR: dataDir });
    const first = await waitForAccounts(running);
    expect(first).toMatchObject({ status: 200 });
    await running.end('SIGTERM');
    running = await startServerProcess({ DATA_DIR: dataDir });
    expect(await waitForAccounts(running)).toEqual(first);
  });

  it('in production deactivates the accounts of an earlier demo, whose passwords are public', async () => {
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    await seedDemo(db, new Date());
    await close();
    const server = await start();
    const [{ email, password } = { email: '', password: '' }] = DEMO_ACCOUNTS;
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(401);
    expect(server.lines.join('\n')).toContain(`their passwords are public: ${email}, `);
  });

  it('in production creates no account and no data', async () => {
    const server = await start();
    expect(server.lines.join('\n')).not.toContain('@');
    await server.end('SIGTERM');
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    expect([await db.$count(users), await db.$count(items)]).toEqual([0, 0]);
    await close();
  });
});
