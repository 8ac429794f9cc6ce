import { BlockList, isIP } from 'node:net';
import type { Config } from './config';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether the host or IP address is this machine's own, which only this machine can reach. */
export function isLoopback(host: string): boolean {
  const ip = host.replace(/^::ffff:/i, '');
  const version = isIP(ip);
  return version === 0 ? ip === 'localhost' : loopback.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/** Refuses to listen beyond this machine with the demo accounts, whose passwords are public, unless DEMO=public. */
export function assertDemoMayListen({ host, demoIsPublic }: Pick<Config, 'host' | 'demoIsPublic'>): void {
  if (isLoopback(host) || demoIsPublic) return;
  throw new Error(
    `HOST ${host} would let other machines sign in with the demo accounts: set NODE_ENV=production, or DEMO=public to allow it`,
  );
}

type Exposure = Pick<Config, 'host' | 'production' | 'trustProxy' | 'demoIsPublic' | 'databaseUrl'>;

/** What the operator should know about who can reach the server and how, one line each, with what to set. */
export function exposureWarnings({ host, production, trustProxy, demoIsPublic, databaseUrl }: Exposure): string[] {
  const warnings: string[] = [];
  if (production && trustProxy === false) {
    warnings.push(
      'Warning: TRUST_PROXY is not set. Behind a proxy that ends TLS set it to the number of proxies: without it the session cookie is not Secure, and all callers count as one address.',
    );
  }
  if (!production && databaseUrl === null && demoIsPublic && !isLoopback(host)) {
    warnings.push(
      `Warning: DEMO=public lets other machines sign in with the demo accounts on ${host}. For real data set NODE_ENV=production.`,
    );
  }
  return warnings;
}
