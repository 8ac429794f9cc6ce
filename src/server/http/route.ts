import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { CallName, calls } from '../../contract/calls';
import type { callSchemas } from '../../contract/callSchemas';
import type { User } from '../../contract/users';
import type { WriteState } from '../../contract/writes';
import type { Config } from '../config';
import type { Database } from '../db/database';

/** The user of the session, read from the database with every request. */
export type SessionUser = Omit<User, 'active'>;

type CallOf<Name extends CallName> = (typeof calls)[Name];
type SchemasOf<Name extends CallName> = (typeof callSchemas)[Name];
type Parsed<C, Part extends string> = C extends { [P in Part]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;

/** The body of the 2xx response, as the contract has it. A CSV export returns a stream of text; `null` means 204. */
export type ResponseOf<Name extends CallName> =
  CallOf<Name> extends { responseType: 'csv' } ? Readable : z.output<SchemasOf<Name>['response']>;

/** The outcomes of a user's keyed writes. */
export interface WriteRecords {
  stateOf(userId: string, key: string): Promise<WriteState>;
  /** Prevents a write that is not done from taking effect later. Refuses with 409 and `Retry-After` while it runs. */
  cancel(userId: string, key: string, now: Date): Promise<WriteState>;
}

/** What a handler receives: the request as parsed by the contract, and the server's parts. */
export interface RouteContext<Name extends CallName> {
  /** For a write its transaction, for a read the database. Never use another one inside a handler. */
  db: Database;
  /** Never `null` unless the call is public. */
  user: CallOf<Name>['access'] extends 'public' ? SessionUser | null : SessionUser;
  params: Parsed<SchemasOf<Name>, 'params'>;
  query: Parsed<SchemasOf<Name>, 'query'>;
  body: Parsed<SchemasOf<Name>, 'body'>;
  /** When the user did it: `Captured-At`, moved into the last 30 days; without it `now`. */
  capturedAt: Date;
  /** When the server received it. */
  now: Date;
  /** For instants that must be after the handler has taken a lock. All others use `now`. */
  clock: () => Date;
  config: Config;
  writes: WriteRecords;
  /** For a status (`reply.code(201)`) or a header; never send with it. */
  reply: FastifyReply;
  request: FastifyRequest;
}

export interface RouteOptions {
  /**
   * The write neither runs in a transaction nor reads `Idempotency-Key`. For calls about sessions and passwords: a
   * transaction would hold the only embedded connection while a password is hashed, and failed sign-ins must stay
   * counted when the call is refused. Also for cancelling a write, which takes the key of that write, for a preview,
   * and for reports and recordings of devices, which replace the earlier one.
   */
  skipTransaction?: boolean;
  /** The write does not wait for others, which may wait for a lock: for the end of sessions. No public write waits. */
  neverWaits?: boolean;
  /** Whether HEAD is served too: for what a monitor asks. */
  alsoHead?: boolean;
}

/** One call of the contract with its handler. */
export interface RouteDefinition {
  name: CallName;
  skipTransaction: boolean;
  neverWaits: boolean;
  alsoHead: boolean;
  handle(context: RouteContext<CallName>): Promise<unknown>;
}

/**
 * The server's side of a call: method, path and access stand in `contract/calls`, its schemas in
 * `contract/callSchemas`.
 *
 *     export const boxesRoutes = [route('getBox', async ({ db, params }) => findBox(db, params.id))];
 */
export function route<Name extends CallName>(
  name: Name,
  handler: (context: RouteContext<Name>) => Promise<ResponseOf<Name>>,
  options: RouteOptions = {},
): RouteDefinition {
  return {
    name,
    skipTransaction: options.skipTransaction ?? false,
    neverWaits: options.neverWaits ?? false,
    alsoHead: options.alsoHead ?? false,
    // `registerRoutes` passes each handler the values that its own schemas parsed, which are RouteContext<Name>.
    handle: (context) => handler(context as RouteContext<Name>),
  };
}
