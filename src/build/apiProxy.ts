import type { ProxyOptions } from 'vite';
import { API_BASE_PATH } from '../domain/constants.ts';

/**
 * The development server's way to the API, which listens on `PORT` (3000). While the API is down the browser's
 * socket is dropped instead of answered with the proxy's own 500: an answer would be taken for the server's, and
 * the app would not see that there is no connection.
 */
export function apiProxy(): Record<string, ProxyOptions> {
  const target = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
  return {
    [API_BASE_PATH]: {
      target,
      configure: (proxy) => {
        proxy.on('error', (_error, request) => request.socket.destroy());
      },
    },
  };
}
