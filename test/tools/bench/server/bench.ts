import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../../src/server/app';
import { readConfig } from '../../../../src/server/config';
import type { Database } from '../../../../src/server/db/database';
import { beginSession } from '../../../../src/server/auth/sessions';
import { openTestDatabase } from '../../../support/server/testDatabase';
import { fill, LAST_DAY, type Size } from './fill';

/** A filled server under measurement. */
export interface Bench {
  db: Database;
  app: FastifyInstance;
  /** The admin's session, as a request carries it. */
  cookie: string;
  /** A signed-in admin's call, which must succeed; its body. */
  get(url: string): Promise<string>;
  /** Signs in another user, and returns what `get` is for them. */
  signInAs(userId: string): Promise<(url: string) => Promise<string>>;
  post(url: string, body: object, headers?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export async function openBench(size: Size): Promise<Bench> {
  const { db, replays, close } = await openTestDatabase();
  await fill(db, size);
  const app = await buildApp({ db, replays, config: readConfig({}), clock: () => LAST_DAY });
  const cookieOf = async (userId: string) => `session=${await beginSession(db, userId, LAST_DAY)}`;
  const cookie = await cookieOf('u0');
  const call = async (method: 'GET' | 'POST', url: string, body?: object, more: Record<string, string> = {}) => {
    const response = await app.inject({ method, url, headers: { cookie, ...more }, ...(body && { payload: body }) });
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.body;
  };
  return {
    db,
    app,
    cookie,
    get: (url) => call('GET', url),
    signInAs: async (userId) => {
      const headers = { cookie: await cookieOf(userId) };
      return (url) => call('GET', url, undefined, headers);
    },
    post: (url, body, headers) => call('POST', url, body, headers),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

/** One measured line of the table that is printed. */
export interface Line {
  /** Its number in test/tools/bench/README.md. */
  number: number;
  what: string;
  measured: string;
  anchor: string;
  goal: string;
}
