import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorResponse } from '../../contract/common';
import { messages } from '../../domain/messages';
import { API_BASE_PATH } from '../../domain/constants';
import { DAY_MS, SECOND_MS } from '../../domain/durations';
import { urlPath } from './securityHeaders';

/** Where the build puts files whose name changes with their content. */
const ASSETS_PATH = '/assets/';
const YEAR_S = (365 * DAY_MS) / SECOND_MS;

/** Whether a browser requests a page of the app. Only the client knows the routes of the pages. */
function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const path = urlPath(request);
  const isFile = path.startsWith(ASSETS_PATH) || path.startsWith(`${API_BASE_PATH}/`);
  return isRead && !isFile && (request.headers.accept ?? '').includes('text/html');
}

/**
 * Serves the built app: hashed assets are cached for a year, other files are revalidated each time so that a new
 * version arrives, and every page URL gets index.html. Anything else is a 404.
 */
export async function serveClientFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const isBuilt = existsSync(join(clientDir, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: clientDir,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isAsset = path.startsWith(join(clientDir, ASSETS_PATH));
        reply.setHeader('Cache-Control', isAsset ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && wantsPage(request)) return reply.sendFile('index.html');
    return reply.code(404).send({ error: messages.nothingHere } satisfies ErrorResponse);
  });
}
