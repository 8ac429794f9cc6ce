import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const CLIENT = 'dist/client';
const serverUrl = process.env.APP_ADDRESS ?? '';
const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

test('security 29: the build has no source map, no dot file and no word of one', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => /\.map$|\/\.|\.tsx?$|\.env/.test(file))).toEqual([]);
  const scripts = files.filter((file) => /\.(?:js|css)$/.test(file));
  expect(scripts.filter((file) => readFileSync(file, 'utf8').includes('sourceMappingURL='))).toEqual([]);
});

test('security 29: the server serves the files of the build and nothing else', async ({ request }) => {
  const urls = files.filter((file) => !/\.(?:br|gz)$/.test(file)).map((file) => file.slice(CLIENT.length));
  for (const url of urls) expect([url, (await request.get(`${serverUrl}${url}`)).status()]).toEqual([url, 200]);
  const scripts = urls.filter((url) => url.endsWith('.js'));
  const beside = [
    ...scripts.map((url) => `${url}.map`),
    ...['/package.json', '/package-lock.json', '/src/server/main.ts', '/.git/config', '/.env', '/.data/db/PG_VERSION'],
    ...[
      '/assets/',
      '/assets/gone-1a2b.js',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
    ],
    ...['/node_modules/fastify/package.json', '/server/main.ts', '/db/PG_VERSION', '/lock/'],
  ];
  for (const url of beside) expect([url, (await request.get(`${serverUrl}${url}`)).status()]).toEqual([url, 404]);
});
