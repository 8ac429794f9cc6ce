import { tmpdir } from 'node:os';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Call } from '../../../src/contract/calls';
import type { Role } from '../../../src/domain/roles';
import { buildApp } from '../../../src/server/app';
import { type Config, readConfig } from '../../../src/server/config';
import type { Database, ReplayDatabase } from '../../../src/server/db/database';
import type { users } from '../../../src/server/db/schema';
import { beginSession } from '../../../src/server/auth/sessions';
import { aUser, NOW } from './builders';
import { emptyTables, openTestDatabase, type TestDatabase } from './testDatabase';

type UserRow = typeof users.$inferSelect;
type Headers = Record<string, string>;

/** A client: signed in, or without a `cookie` anonymous. */
export interface Caller {
  send(method: Call['method'], url: string, body?: object, headers?: Headers): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>;
  post(url: string, body?: object, headers?: Headers): Promise<LightMyRequestResponse>;
  patch(url: string, body?: object, headers?: Headers): Promise<LightMyRequestResponse>;
  delete(url: string, headers?: Headers): Promise<LightMyRequestResponse>;
}

export interface SignedIn extends Caller {
  user: UserRow;
  /** As a request carries it: `session=…`. */
  cookie: string;
}

export interface TestServer {
  app: FastifyInstance;
  db: Database;
  replays: ReplayDatabase;
  config: Config;
  /** The server's clock stands still until a test sets it. */
  time: { now: Date };
  /** Empties the database and sets the clock back. */
  reset(): Promise<void>;
  /** An anonymous client. */
  anyone: Caller;
  /** A new user of that role (or a given one) with a session. */
  signIn(who: Role | UserRow): Promise<SignedIn>;
  /** Serves on a free port of 127.0.0.1 and returns the URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

function callerOf(app: FastifyInstance, own: Headers): Caller {
  const send: Caller['send'] = (method, url, body, headers = {}) => {
    const request: InjectOptions = { method, url, headers: { ...own, ...headers } };
    return app.inject(body === undefined ? request : { ...request, payload: body });
  };
  return {
    send,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    patch: (url, body, headers) => send('PATCH', url, body, headers),
    delete: (url, headers) => send('DELETE', url, undefined, headers),
  };
}

/** The real server on a database of its own, until it is closed. Test files of the server take `serverOfFile`. */
export async function startTestServer(
  env: Record<string, string> = {},
  opened: Promise<TestDatabase> = openTestDatabase(),
): Promise<TestServer> {
  const database = await opened;
  const { db, replays } = database;
  // An embedded database here lies in memory: only the free space of the folder is read.
  const config = readConfig({ DATA_DIR: tmpdir(), ...env });
  const time = { now: NOW };
  const app = await buildApp({ db, replays, config, clock: () => time.now });

  const signIn = async (who: Role | UserRow): Promise<SignedIn> => {
    const user = typeof who === 'string' ? await aUser(db, { roles: [who] }) : who;
    const cookie = `session=${await beginSession(db, user.id, time.now)}`;
    return { ...callerOf(app, { cookie }), user, cookie };
  };

  return {
    app,
    db,
    replays,
    config,
    time,
    reset: async () => {
      await emptyTables(db);
      time.now = NOW;
    },
    anyone: callerOf(app, {}),
    signIn,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
