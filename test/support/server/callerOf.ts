import { type CallName, calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import type { Account } from '../../browser/startServer';

/** Signs in over HTTP and returns how to make calls as that user; throws for every response but a 2xx. */
export async function callerOf(url: string, { email, password }: Account) {
  let cookie = '';
  const call = async <T>(name: CallName, params: Record<string, string>, body?: unknown): Promise<T> => {
    const { method, path } = calls[name];
    const filled = Object.entries(params).reduce<string>((text, [key, value]) => text.replace(`:${key}`, value), path);
    const response = await fetch(url + API_BASE_PATH + filled, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  await call('login', {}, { email, password });
  return { call, cookie };
}
