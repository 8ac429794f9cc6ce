import { BETWEEN_TABS } from './betweenTabs';
import { CACHES } from './caches';
import { FORMS } from './forms';
import type { Mutant } from './mutant';
import { ON_DISK } from './onDisk';
import { ON_SERVER } from './onServer';
import { OUTBOX_COMMANDS } from './outboxCommands';
import { OUTSIDE } from './outside';
import { REFUSALS } from './refusals';
import { RETRIES } from './retries';
import { SENDING } from './sending';

/** Each of them would break a promise to a rep. The simulation, or the test that a mutant names, must notice it. */
export const MUTANTS: readonly Mutant[] = [
  ...ON_DISK,
  ...SENDING,
  ...RETRIES,
  ...OUTBOX_COMMANDS,
  ...REFUSALS,
  ...BETWEEN_TABS,
  ...OUTSIDE,
  ...FORMS,
  ...CACHES,
  ...ON_SERVER,
];
