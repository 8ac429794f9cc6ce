import { existsSync } from 'node:fs';
import { startServer } from './startServer';

/** One server with demo data for all browser tests. What it printed reaches the tests through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync('dist/client/index.html'))
    throw new Error('The app is not built: npm run test:browser builds it first.');
  const server = await startServer();
  process.env.APP_ADDRESS = server.url;
  process.env.APP_ACCOUNTS = JSON.stringify(server.accounts);
  return () => server.remove();
}
