import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Responds with the built files compressed with Brotli, as the app's server does. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    configurePreviewServer({ middlewares, config }) {
      const respond = async ({ url = '/' }: IncomingMessage, response: ServerResponse, next: () => void) => {
        const file = url === '/' ? 'index.html' : url;
        const text = await readFile(join(config.build.outDir, file)).catch(() => null);
        if (text === null) return next();
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '', 'content-encoding': 'br' });
        response.end(brotliCompressSync(text));
      };
      middlewares.use((request, response, next) => void respond(request, response, next));
    },
  };
}

/** A page of React and two lines of text. What the app adds to the time of a cold start is the difference to it. */
export const reactAlonePage: InlineConfig = {
  root: join(import.meta.dirname, 'page'),
  plugins: [react(), compressedFiles()],
};
