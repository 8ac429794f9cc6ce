import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import type { TableSum } from './backupFile';

/** The names of all tables, each after those that its rows refer to. */
export async function tablesInOrder(db: Database): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`);
  const { rows: references } = await db.execute<{ table: string; needs: string }>(sql`
    select t.relname as table, n.relname as needs from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class n on n.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid`);
  const ordered: string[] = [];
  const left = new Set(tables.map(({ name }) => name));
  while (left.size > 0) {
    const next = [...left].filter((name) => references.every(({ table, needs }) => table !== name || !left.has(needs)));
    if (next.length === 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle`);
    for (const name of next) left.delete(name);
    ordered.push(...next);
  }
  return ordered;
}

/** The columns of a table that are stored as given; the database computes the others. */
export async function columnsOf(db: Database, table: string): Promise<SQL> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  const names = rows.map(({ name }) => sql.identifier(name));
  return sql.join(names, sql`, `);
}

/** Counts the rows of a table and adds up a hash of each, the same on every engine and in every order of rows. */
export async function sumOf(db: Database, table: string): Promise<TableSum> {
  const { rows } = await db.execute<{ rows: string; sum: string }>(sql`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 13))::bit(52)::bigint), 0)::text as sum
    from ${sql.identifier(table)} t`);
  return { table, rows: rows[0]?.rows ?? '0', sum: rows[0]?.sum ?? '0' };
}

/** Gives a transaction the time it needs, and instants as texts in UTC on every machine. */
export async function readWithoutLimits(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`set local timezone = 'UTC'`);
}

/** How many migrations the database has. */
export async function migrationsOf(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.count ?? 0;
}
