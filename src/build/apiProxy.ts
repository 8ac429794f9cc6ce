import type { ProxyOptions } from 'vite';
import { API_BASE_PATH } from '../domain/constants.ts';

/**
 * The development server's proxy to the API, which listens on `PORT` (3000). While the API is down it closes the
 * browser's socket instead of sending the proxy's own 500: the app would take that for a response of the API and would
 * not notice that there is no connection.
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
