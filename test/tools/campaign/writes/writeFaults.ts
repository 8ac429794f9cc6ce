import { type Fault, faults, refusal } from '../../../browser/proxy/faults';
import type { RequestPoint } from '../../../../src/server/http/registerRoutes';
import type { Random } from '../../../support/random';

/** What happens to the first try of a write; the tries after it go through. */
export type WriteFault =
  | { kind: 'network'; fault: Fault }
  /** The server kills itself at this point of the request. */
  | { kind: 'kill'; point: RequestPoint }
  /** The same write five times at once. */
  | { kind: 'parallel' }
  | { kind: 'serverKill' }
  | { kind: 'databaseRestart' };

const network = (fault: Fault): WriteFault => ({ kind: 'network', fault });

/** Faults that cost one try: they meet one write in four. */
const FREQUENT: Record<string, WriteFault> = {
  'dropped before the server': network(faults.dropBefore),
  'dropped after the commit': network(faults.dropAfter),
  'hang before the server': network(faults.hang),
  'hang after the commit': network(faults.hangAfter),
  'response cut in the middle': network(faults.cutBody),
  'delay of 300 ms': network({ kind: 'delay', ms: 300 }),
  '500 JSON': network(faults.serverError),
  '502 HTML': network(faults.badGateway),
  '503 with Retry-After': network(refusal(503, 'Busy', { 'retry-after': '1' })),
  'portal page with 200': network(faults.captivePortal),
  'duplicate on the wire': network(faults.duplicate),
  'five at once': { kind: 'parallel' },
};

/** Faults that stop the server for seconds: so many of each, spread over the run. */
const RARE: Record<string, WriteFault> = {
  'server killed while receiving': { kind: 'kill', point: 'receiving' },
  'server killed before the write': { kind: 'kill', point: 'before' },
  'server killed inside the transaction': { kind: 'kill', point: 'inside' },
  'server killed after the commit': { kind: 'kill', point: 'committed' },
  'server killed at any time': { kind: 'serverKill' },
  'database restarted': { kind: 'databaseRestart' },
};

const FREQUENT_SHARE = 0.25;

export const FAULT_NAMES = [...Object.keys(FREQUENT), ...Object.keys(RARE)];

/** Which fault meets which write of `count`: every rare one at least once, the frequent ones by chance. */
export function faultPlan(count: number, random: Random): Map<number, [name: string, fault: WriteFault]> {
  const plan = new Map<number, [string, WriteFault]>();
  const frequent = Object.entries(FREQUENT);
  for (let number = 1; number <= count; number += 1) {
    const chosen = frequent[random.between(0, frequent.length - 1)];
    if (chosen && random.next() < FREQUENT_SHARE) plan.set(number, chosen);
  }
  const rounds = Math.max(1, Math.floor(count / 10_000));
  for (let round = 0; round < rounds; round += 1)
    for (const rare of Object.entries(RARE)) plan.set(random.between(1, count), rare);
  return plan;
}
