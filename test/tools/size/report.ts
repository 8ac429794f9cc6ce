import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { reactAlonePage } from '../lighthouse/reactAlone';

/**
 * `npm run size`: the JavaScript a phone loads to sign in and come to the locations, read off the bundler's
 * manifest: the entry and the two screens with all that they import; beside it that of a page of React alone. Fails
 * above the limit.
 */

const LIMIT_GZIP_BYTES = 165_000;
const ENTRY = 'index.html';
const SCREENS = ['src/features/auth/LoginScreen.tsx', 'src/features/locations/LocationsScreen.tsx'];

interface Chunk {
  file: string;
  imports?: string[];
}

interface Size {
  raw: number;
  gzip: number;
  brotli: number;
}

const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Record<string, Chunk>;

function collect(name: string, names: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no chunk of its own for ${name}: is the screen still lazy and there?`);
  if (names.has(name)) return;
  names.add(name);
  for (const imported of chunk.imports ?? []) collect(imported, names);
}

const names = new Set<string>();
for (const name of [ENTRY, ...SCREENS]) collect(name, names);

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const row = (name: string, { raw, gzip, brotli }: Size) =>
  `${[raw, gzip, brotli].map((bytes) => kB(bytes).padStart(8)).join(' ')}  ${name}`;

const sizeOf = (code: string | Buffer): Size => ({
  raw: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code).length,
});

/** The JavaScript of a page of React and two lines of text. */
async function reactAlone(): Promise<Size> {
  const options = { write: false, target: 'es2022' };
  const built = await build({ configFile: false, logLevel: 'warn', ...reactAlonePage, build: options });
  const { output } = built as Rolldown.RolldownOutput;
  return sizeOf(output.map((file) => (file.type === 'chunk' ? file.code : '')).join(''));
}

const total: Size = { raw: 0, gzip: 0, brotli: 0 };
console.log('/login → /locations, JavaScript in kB\n     raw     gzip   brotli  file');
for (const name of names) {
  const file = manifest[name]?.file ?? '';
  const size = sizeOf(readFileSync(join('dist/client', file)));
  total.raw += size.raw;
  total.gzip += size.gzip;
  total.brotli += size.brotli;
  console.log(row(file, size));
}
console.log(row('total', total));
console.log(row('React alone', await reactAlone()));

if (total.gzip > LIMIT_GZIP_BYTES) {
  console.error(
    `${kB(total.gzip)} kB gzip is above the limit of ${kB(LIMIT_GZIP_BYTES)} kB: make lazy what the first screens don't need.`,
  );
  process.exitCode = 1;
}
