import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/durations';
import { pruneSessions } from '../../../src/server/auth/sessions';
import { pruneSignInLimits } from '../../../src/server/auth/signInLimits';
import { pruneStoredResponses } from '../../../src/server/idempotency/keyedWrites';
import { aUser, NOW } from '../../support/server/builders';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const server = await serverOfEachTest();

/** The rows that one statement may prune, and a backlog that is larger. */
const STATEMENT_ROWS = 5_000;
const BACKLOG = 12_000;
const LONG_AGO = new Date(NOW.getTime() - 400 * DAY_MS).toISOString();

const backlogs = {
  idempotency_keys: { statement: 'update', prune: pruneStoredResponses, over: sql`answer is not null` },
  sessions: { statement: 'delete', prune: pruneSessions, over: sql`true` },
  sign_in_tries: { statement: 'delete', prune: pruneSignInLimits, over: sql`true` },
  known_addresses: { statement: 'delete', prune: pruneSignInLimits, over: sql`true` },
};

/** Larger statements fail, as they would at the statement timeout of a slow machine. */
beforeAll(async () => {
  await server.db.execute(sql`create function refuse_large() returns trigger language plpgsql as $$ begin
    if (select count(*) from pruned) > ${sql.raw(String(STATEMENT_ROWS))} then raise 'too many rows'; end if;
    return null; end $$`);
  for (const [table, { statement }] of Object.entries(backlogs)) {
    await server.db.execute(sql`create trigger refuse_large after ${sql.raw(statement)} on ${sql.identifier(table)}
      referencing old table as pruned for each statement execute function refuse_large()`);
  }
});

beforeEach(async () => {
  await aUser(server.db, { id: 'ada' });
  const fill = (into: string, values: string) =>
    server.db.execute(sql`insert into ${sql.raw(into)} select ${sql.raw(values)}
      from generate_series(1, ${BACKLOG}::int) as n, cast(${LONG_AGO} as timestamptz) as at`);
  await fill(
    'idempotency_keys (user_id, key, request_hash, status, answer, entity, entity_id, created_at)',
    `'ada', n::text, '-', 201, '{}'::bytea, 'item', n::text, at`,
  );
  await fill('sessions (token_hash, user_id, created_at, last_seen_at, expires_at)', `n::text, 'ada', at, at, at`);
  await fill('sign_in_tries (kind, key, tries, began_at)', `'ip', n::text, 1, at`);
  await fill('known_addresses (key, last_sign_in_at)', 'n::text, at');
});

it.each(Object.entries(backlogs))('a backlog of %s is pruned in small statements', async (table, { prune, over }) => {
  const left = () => server.db.$count(sql`${sql.identifier(table)}`, over);
  expect(await left()).toBe(BACKLOG);
  await prune(server.db, NOW);
  expect(await left()).toBe(0);
});
