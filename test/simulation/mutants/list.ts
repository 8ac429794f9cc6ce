import { BETWEEN_TABS } from './betweenTabs';
import type { Mutant } from './mutant';
import { ON_DISK } from './onDisk';
import { ON_SERVER } from './onServer';
import { OUTBOX_COMMANDS } from './outboxCommands';
import { OUTSIDE } from './outside';
import { REFUSALS } from './refusals';
import { SENDING } from './sending';

/**
 * Each of them would break a promise in the field; the simulation must notice every one. Short searches have missed the
 * commit of a command without its check: `unit/offline/invariants/stolenLocks.test.ts` fails with it. They have missed a
 * moved change with its old id: `movedToNewVisit.test.ts` fails with it.
 */
export const MUTANTS: readonly Mutant[] = [
  ...ON_DISK,
  ...SENDING,
  ...OUTBOX_COMMANDS,
  ...REFUSALS,
  ...BETWEEN_TABS,
  ...OUTSIDE,
  ...ON_SERVER,
];
