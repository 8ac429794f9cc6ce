import { resolve } from 'node:path';

/** What the environment decides, read once at start. */
export interface Config {
  /** 0 asks the system for a free one. */
  port: number;
  host: string;
  /** Folder of the embedded database; not used with `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL address, or `null` for the embedded database. */
  databaseUrl: string | null;
  /** NODE_ENV=production: no demo data and no account that was not made by a command. */
  production: boolean;
  /** Whether people may register; whoever does stays inactive until an admin says otherwise. */
  registration: boolean;
  /** How many proxies, or which addresses, may say X-Forwarded-*; `false`: none. */
  trustProxy: false | number | string;
  /** The built app; served when the folder exists. */
  clientDir: string;
}

type Environment = Record<string, string | undefined>;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
}

/** TRUST_PROXY is a number of hops ("1") or a comma-separated list of addresses ("10.0.0.0/8"). */
function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === '') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** The configuration that an environment asks for. Throws with a sentence for the operator when a value is wrong. */
export function readConfig(env: Environment): Config {
  return {
    port: readPort(env.PORT || '3000'),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || null,
    production: env.NODE_ENV === 'production',
    registration: env.REGISTRATION === 'on',
    trustProxy: readTrustProxy(env.TRUST_PROXY ?? ''),
    clientDir: resolve('dist/client'),
  };
}
