import { firstLoadCalls } from './firstLoadCalls';
import { lazyCalls } from './lazyCalls';

export type { Call } from './firstLoadCalls';

/** Every call the product makes. One endpoint, one set of schemas and one server route each. */
export const calls = { ...firstLoadCalls, ...lazyCalls } as const;

export type CallName = keyof typeof calls;

/** The calls whose writes are queued without a connection (spec §4). */
export type QueuedCallName = {
  [Name in CallName]: (typeof calls)[Name] extends { offline: 'queue' } ? Name : never;
}[CallName];
