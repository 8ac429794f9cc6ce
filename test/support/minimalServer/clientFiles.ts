import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

const CLIENT_DIR = 'dist/client';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Sends a file of the built app, or its start page for every route of the app. */
export function sendClientFile(path: string, response: ServerResponse): void {
  const requested = join(CLIENT_DIR, normalize(path));
  const file = extname(requested) && existsSync(requested) ? requested : join(CLIENT_DIR, 'index.html');
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(readFileSync(file));
}
