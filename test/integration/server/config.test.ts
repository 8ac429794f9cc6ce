import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/server/config';

describe('the configuration', () => {
  it('without settings listens on this machine only and trusts no proxy', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      production: false,
      registration: false,
      trustProxy: false,
    });
  });

  it('is read from the environment', () => {
    const env = { PORT: '0', HOST: '::1', DATABASE_URL: 'postgres://db', NODE_ENV: 'production', REGISTRATION: 'on' };
    expect(readConfig({ ...env, DATA_DIR: '/data', TRUST_PROXY: '10.0.0.0/8' })).toMatchObject({
      port: 0,
      host: '::1',
      dataDir: '/data',
      databaseUrl: 'postgres://db',
      production: true,
      registration: true,
      trustProxy: '10.0.0.0/8',
    });
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it.each(['http', '-1', '70000', '3000.5'])('refuses the port %s with one sentence', (port) => {
    expect(() => readConfig({ PORT: port })).toThrow(`PORT must be a number from 0 to 65535, not "${port}"`);
  });
});
