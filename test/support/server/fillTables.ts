import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';

/** The rows of a database by table, as JSON, in an order in which they can be inserted. */
export type TableRows = Record<string, Record<string, unknown>[]>;

export async function fillTables(db: Database, tables: TableRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const names = Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name));
    const columns = sql.join(names, sql`, `);
    await db.execute(sql`insert into ${sql.identifier(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::json)`);
  }
}

/** The same columns of the same tables, as they are now. */
export async function readTables(db: Database, like: TableRows): Promise<TableRows> {
  const tables: TableRows = {};
  for (const [table, [first = {}]] of Object.entries(like)) {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
    );
    const known = Object.keys(first);
    tables[table] = rows.map(({ row }) => Object.fromEntries(known.map((name) => [name, row[name]])));
  }
  return tables;
}
