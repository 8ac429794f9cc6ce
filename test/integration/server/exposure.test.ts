import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/server/config';
import { assertDemoMayListen, exposureWarnings } from '../../../src/server/exposure';

describe('who can reach the server (security 44)', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('the demo accounts may be served on %s', (host) => {
    expect(() => assertDemoMayListen(readConfig({ HOST: host }))).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.168.1.7', 'sales.local'])('the demo accounts are not served on %s', (host) => {
    expect(() => assertDemoMayListen(readConfig({ HOST: host }))).toThrow(`HOST ${host} would let other machines`);
    expect(() => assertDemoMayListen(readConfig({ HOST: host, DEMO: 'public' }))).not.toThrow();
  });

  it.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ NODE_ENV: 'production' }, ['TRUST_PROXY']],
    [{ NODE_ENV: 'production', TRUST_PROXY: '1' }, []],
    [{ HOST: '0.0.0.0', DEMO: 'public' }, ['DEMO=public']],
    [{ HOST: '0.0.0.0', DEMO: 'public', DATABASE_URL: 'postgres://db/x' }, []],
  ])('with %j the start warns of %j, a line each', (env, named) => {
    const warnings = exposureWarnings(readConfig(env));
    expect(warnings).toEqual(named.map((name) => expect.stringMatching(new RegExp(`^Warning: ${name}[^\\n]+$`))));
  });
});
