import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the next migration from the changes in the schema files. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/*[sS]chema.ts',
  out: './src/server/db/migrations',
});
