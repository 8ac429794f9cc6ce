import type { StepFactors } from '../script/steps';
import type { Mutant } from './mutant';

/** Steps that bring a part of the source to its limits: how much more often they are chosen for bugs in it. */
const FOCUS: readonly [of: RegExp, factors: StepFactors][] = [
  [/draft/i, { type: 5, kill: 3, open: 3, restore: 5, restoreChanged: 5, signOut: 3, signIn: 3 }],
  [
    /session|sign|deactivat|owner|every(body|one)/i,
    { signOut: 6, signIn: 8, deactivate: 6, reactivate: 6, network: 3 },
  ],
  [/storage\/|disk|saveEntry|read|connection/i, { disk: 6, cutConnections: 8, newerBuild: 4, kill: 2, killAfter: 3 }],
  [/price/i, { adminPrice: 8, offline: 2, online: 2 }],
  [/version|ifMatch|overwrit|change/i, { adminEdit: 6, adminNote: 6, edit: 3, update: 3, editSame: 2, openEdit: 3 }],
  [/busy|503|backoff|retry|timer/i, { network: 6, failNext: 2 }],
  [/cancel|discard|outbox/i, { discard: 10, failNext: 3 }],
  [/local|id map|mention|visit/i, { start: 2, submit: 3, offline: 2, online: 2, killAfter: 4 }],
  [/tab|lock|broadcast|order|second/i, { open: 3, freeze: 6, thaw: 6, killAfter: 3, pressAgain: 3 }],
  [/idempoten|key|repeat|response/i, { failNext: 4, pressAgain: 4, restore: 3, restoreChanged: 4 }],
];

/** How much more often each step is chosen for a bug, by what its file and its name say. */
export function focusOf({ file, bug }: Mutant): StepFactors {
  const factors: StepFactors = {};
  for (const [of, more] of FOCUS) {
    if (of.test(`${file} ${bug}`)) Object.assign(factors, more);
  }
  return factors;
}
