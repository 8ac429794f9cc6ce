import { firstLoadCalls } from './firstLoadCalls';
import { lazyCalls } from './lazyCalls';

export type { Call } from './firstLoadCalls';

/**
 * Every call of the API. Each has one set of schemas and one server route; those that RTK Query makes have an endpoint
 * in `src/api`.
 */
export const calls = { ...firstLoadCalls, ...lazyCalls } as const;

export type CallName = keyof typeof calls;

/** The calls whose writes are queued without a connection (spec §4). */
export type QueuedCallName = {
  [Name in CallName]: (typeof calls)[Name] extends { offline: 'queue' } ? Name : never;
}[CallName];
