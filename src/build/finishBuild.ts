import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT_FILES = /\.(?:html|js|css|svg|json|webmanifest)$/;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file of a folder: the server sends them instead of compressing. */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_FILES.test(entry.name));
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const text = await readFile(file);
    const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
    await writeFile(`${file}.br`, await compressBrotli(text, brotliOptions));
    await writeFile(`${file}.gz`, await compressGzip(text, { level: 9 }));
  }
}

/**
 * The last step of `npm run build`: moves the bundler's manifest to `dist/manifest.json`, because what lies in
 * `dist/client` is served, and precompresses what is served. Runs after the service worker has been written.
 */
export function finishBuild(): Plugin {
  let outDir = '';
  // closeBundle runs after a failed build too, and an error of its own would hide the one that matters.
  let isWritten = false;
  return {
    name: 'field-sales:finish-build',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        if (!isWritten) return;
        await rename(join(outDir, '.vite/manifest.json'), join(outDir, '../manifest.json'));
        await rm(join(outDir, '.vite'), { recursive: true });
        await precompress(outDir);
      },
    },
  };
}
