import { afterAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './harness';

/** The real server, on a database that all tests of the file share; closed after the last. */
export async function serverOfFile(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer(env);
  afterAll(() => server.close());
  return server;
}

/** The same, its database emptied and its clock set back before each test. */
export async function serverOfEachTest(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await serverOfFile(env);
  beforeEach(() => server.reset());
  return server;
}
