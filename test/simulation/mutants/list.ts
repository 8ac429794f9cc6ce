import type { Mutant } from './mutant';
import { ON_DISK } from './onDisk';
import { ON_SERVER } from './onServer';
import { OUTBOX_COMMANDS } from './outboxCommands';
import { OUTSIDE } from './outside';
import { SENDING } from './sending';

/** Each of them would break a promise in the field; the simulation must notice every one. */
export const MUTANTS: readonly Mutant[] = [...ON_DISK, ...SENDING, ...OUTBOX_COMMANDS, ...OUTSIDE, ...ON_SERVER];
