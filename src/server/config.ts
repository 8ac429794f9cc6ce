import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** The settings from the environment, read once at start. */
export interface Config {
  /** 0: the system chooses a free port. */
  port: number;
  host: string;
  /** Folder of the embedded database; not used with `databaseUrl`. */
  dataDir: string;
  /** The URL of a PostgreSQL database; `null`: the embedded database. */
  databaseUrl: string | null;
  /** NODE_ENV=production: no demo data, and only accounts that a command or an admin created. */
  production: boolean;
  /** Whether anybody may register. A registered account is inactive until an admin activates it. */
  registration: boolean;
  /** DEMO=public: the demo accounts, whose passwords are public, may be reached from other machines. */
  demoIsPublic: boolean;
  /** How many proxies, or which addresses, may say X-Forwarded-*; `false`: none. */
  trustProxy: false | number | string;
  /** The bearer token for `/metrics`; `null`: only callers on this machine may read it. */
  metricsToken: string | null;
  /** The built app; served when the folder exists. */
  clientDir: string;
}

export type ProcessEnvironment = Record<string, string | undefined>;

/** The value of a variable; unset and empty are the same. */
const valueOf = (env: ProcessEnvironment, name: string) => env[name] || null;

/** One of `allowed`, or `null` when the variable is not set. */
function readChoice<T extends string>(text: string | null, name: string, allowed: readonly T[]): T | null {
  const found = allowed.find((choice) => choice === text) ?? null;
  if (text !== null && found === null) {
    throw new Error(`${name} must be one of ${allowed.join(', ')}, or not set, not "${text}"`);
  }
  return found;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function readHost(text: string): string {
  if (isIP(text) === 0 && !/^[\w.-]+$/.test(text)) {
    throw new Error(`HOST must be an IP address or a host name of this machine, not "${text}"`);
  }
  return text;
}

/** The error message does not repeat the URL, which may hold a password. */
function readDatabaseUrl(text: string | null): string | null {
  if (text !== null && !(/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text))) {
    throw new Error('DATABASE_URL must be an address of the form postgres://user:password@host:5432/name');
  }
  return text;
}

/** Whether Fastify can trust it: an address, a range such as 10.0.0.0/8, or one of its names for ranges. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', , bits = '1'] = /^([\da-f.:]+)(\/(\d+))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function readTrustProxy(text: string | null): Config['trustProxy'] {
  if (text === null) return false;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (text.split(',').every((part) => isProxyAddress(part.trim()))) return text;
  throw new Error(
    `TRUST_PROXY must be a number of proxies, or IP addresses and ranges such as 10.0.0.0/8 with commas between, not "${text}"`,
  );
}

function readMetricsToken(text: string | null): string | null {
  if (text !== null && !/^[\x21-\x7e]{16,}$/.test(text)) {
    throw new Error('METRICS_TOKEN must be at least 16 printable characters without spaces');
  }
  return text;
}

interface Setting<Value> {
  /** The environment variable. */
  variable: string;
  /** The value of a variable that is not set; `null` for none. */
  fallback: string | null;
  /** Whether the value must not be shown. */
  isSecret?: boolean;
  /** Reads the value or the fallback. Throws an error for the operator that names the variable. */
  read(text: string | null): Value;
}

/** Every setting except the folder of the built app, which is fixed. */
export const SETTINGS: { [Name in Exclude<keyof Config, 'clientDir'>]: Setting<Config[Name]> } = {
  port: { variable: 'PORT', fallback: '3000', read: (text) => readPort(text ?? '') },
  host: { variable: 'HOST', fallback: '127.0.0.1', read: (text) => readHost(text ?? '') },
  dataDir: { variable: 'DATA_DIR', fallback: '.data', read: (text) => resolve(text ?? '') },
  databaseUrl: { variable: 'DATABASE_URL', fallback: null, isSecret: true, read: readDatabaseUrl },
  production: {
    variable: 'NODE_ENV',
    fallback: 'development',
    read: (text) => readChoice(text, 'NODE_ENV', ['production', 'development', 'test']) === 'production',
  },
  registration: {
    variable: 'REGISTRATION',
    fallback: 'off',
    read: (text) => readChoice(text, 'REGISTRATION', ['on', 'off']) === 'on',
  },
  trustProxy: { variable: 'TRUST_PROXY', fallback: null, read: readTrustProxy },
  demoIsPublic: {
    variable: 'DEMO',
    fallback: null,
    read: (text) => readChoice(text, 'DEMO', ['public']) === 'public',
  },
  metricsToken: { variable: 'METRICS_TOKEN', fallback: null, isSecret: true, read: readMetricsToken },
};

/** The value of a setting in this environment. */
export const readSetting = <Value>({ variable, fallback, read }: Setting<Value>, env: ProcessEnvironment): Value =>
  read(valueOf(env, variable) ?? fallback);

/** Reads the configuration. Throws an error for the operator that names the variable when a value is wrong. */
export function readConfig(env: ProcessEnvironment): Config {
  return {
    port: readSetting(SETTINGS.port, env),
    host: readSetting(SETTINGS.host, env),
    dataDir: readSetting(SETTINGS.dataDir, env),
    databaseUrl: readSetting(SETTINGS.databaseUrl, env),
    production: readSetting(SETTINGS.production, env),
    registration: readSetting(SETTINGS.registration, env),
    demoIsPublic: readSetting(SETTINGS.demoIsPublic, env),
    trustProxy: readSetting(SETTINGS.trustProxy, env),
    metricsToken: readSetting(SETTINGS.metricsToken, env),
    clientDir: resolve('dist/client'),
  };
}
