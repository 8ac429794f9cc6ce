import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { EXTENSIONS, migratedEmbedded } from '../../../../src/server/db/openDatabase';
import { users } from '../../../../src/server/db/schema';
import { MIGRATIONS_DIR } from '../../../../src/server/db/migrationsFolder';
import { readText } from '../../../architecture/sourceFiles';
import { aUser } from '../../../support/server/builders';

/**
 * `docs/deploy.md` promises that the version before works with the tables of the next one, unless `CHANGELOG.md` says
 * that a migration removed something.
 */
const migrations = readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.sql'));

/** Statements after which a server that does not know them can no longer read or write the table. */
const BREAKING =
  /ALTER TABLE "(\w+)" (?:DROP COLUMN|RENAME COLUMN|ALTER COLUMN) "(\w+)"(?! DROP)|DROP TABLE "(\w+)"|ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" (?!.*(?:DEFAULT|GENERATED)).*NOT NULL/g;

function brokenBy(migration: string): string[] {
  const text = readFileSync(join(MIGRATIONS_DIR, migration), 'utf8');
  return [...text.matchAll(BREAKING)].map((match) => match.slice(1).filter(Boolean).join('.'));
}

it.each(migrations)('CHANGELOG.md names what %s removes or recreates', (migration) => {
  const changes = readText('CHANGELOG.md');
  expect(brokenBy(migration).filter((name) => !changes.includes(`\`${name}\``))).toEqual([]);
});

it('a version without the newest migration starts on the migrated tables and does not change them', async () => {
  const engine = await PGlite.create({ extensions: EXTENSIONS });
  const db = await migratedEmbedded(engine);
  await aUser(db, { id: 'ada' });
  const columns = async () =>
    (await db.execute(sql`select table_name, column_name from information_schema.columns order by 1, 2`)).rows;
  const before = await columns();
  const earlier = await migratedEmbedded(engine, migrations.length - 1);
  expect(await columns()).toEqual(before);
  expect(await earlier.$count(users)).toBe(1);
  await engine.close();
});

it('the migrations that remove something are recognized', () => {
  expect(migrations.flatMap(brokenBy)).toContain('items.active');
});
