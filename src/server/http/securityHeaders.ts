import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE_PATH } from '../../domain/constants';
import { DAY_MS, SECOND_MS } from '../../domain/durations';

const HSTS_MAX_AGE_S = (365 * DAY_MS) / SECOND_MS;
const self = ["'self'"];
const none = ["'none'"];

/** Scripts, styles and calls of the app itself and nothing else; nothing inline. */
const CONTENT_SECURITY_POLICY = {
  'default-src': none,
  'script-src': self,
  'style-src': self,
  'img-src': ["'self'", 'data:'],
  'connect-src': self,
  'manifest-src': self,
  'worker-src': self,
  'form-action': self,
  'base-uri': none,
  'frame-ancestors': none,
  // Text cannot become a script: the app makes one policy, for the address of its service worker.
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['service-worker'],
};

/** The decoded path of a request, as the router reads it: `/%61pi/items` is `/api/items`. */
export function urlPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Adds the security headers to every response, refusals and files included, and forbids caching of /api. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (urlPath(request).startsWith(`${API_BASE_PATH}/`)) reply.header('Cache-Control', 'no-store');
    // Browsers ignore the header over plain http. Behind a proxy it depends on the proxy's protocol.
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', `max-age=${HSTS_MAX_AGE_S}`);
  });
}

/**
 * The same for a URL that cannot be read: it is refused before any hook runs, and before the protocol of a proxy is
 * known, so without HSTS.
 */
export function addEarlyHeaders(reply: FastifyReply): void {
  const policy = Object.entries(CONTENT_SECURITY_POLICY).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  reply.headers({
    'Content-Security-Policy': policy.join(';'),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
}
