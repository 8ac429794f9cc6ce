import { FIRST_TRY_TIMEOUT_MS, LONGEST_TRY_MS } from '../../domain/constants';

/*
 * When the queue tries a change again, and how long it waits for a server or for another tab, in ms. `backoff.ts`
 * computes the delays. The server shares `CALL_TIMEOUT_MS`, `FIRST_TRY_TIMEOUT_MS` and `LONGEST_TRY_MS`, so they are in
 * `domain/constants.ts`. The longest pause that a response can ask for is `MAX_RETRY_AFTER_MS` in
 * `api/client/transport.ts`. How long the disk may be silent is in `storage/timeLimit.ts`.
 */

/** The shortest delay before the next try. */
export const SHORTEST_DELAY_MS = 2_000;
/** The longest delay before the next try, however many failed. */
export const LONGEST_DELAY_MS = 5 * 60_000;

/** The minimum time between two passes. A pass that is requested earlier starts then. */
export const MIN_PASS_GAP_MS = 2_000;
/** How often a tab that waits looks whether the clock was set back. A wait may be longer by as much. */
export const CLOCK_READ_MS = 60_000;
/** How often an idle tab reads the queue, because another tab may have died and left entries. */
export const IDLE_READ_MS = 5 * 60_000;
/** The same while another tab is on a first try. */
export const FIRST_TRY_READ_MS = 5_000;

/** The slowest connection that the time limit of a try allows for, in bytes per ms: 64 kbit/s. */
export const SLOWEST_BYTES_PER_MS = 8;

/** The time between two requests of a submit for the lock of an entry that another tab sends. */
export const LOCK_WAIT_MS = 100;

/**
 * The longest time for which a running tab has the lock of an entry: during the previous try, its own try, and the work
 * of the disk. A tab that has it for longer counts as suspended.
 */
export const LONGEST_LOCK_MS = 2 * LONGEST_TRY_MS + 60_000;

/**
 * A save that took this long may be that of a suspended tab. Longer than a person waits for a response, and shorter
 * than the time after which another tab takes over the entry.
 */
export const SUSPENDED_AFTER_MS = 2 * FIRST_TRY_TIMEOUT_MS;

/** How often a tab that replays sends a heartbeat, and how often a tab that waits for it checks for one. */
export const HEARTBEAT_MS = 5_000;
/** After this number of checks without a heartbeat, the other tab counts as suspended: 30 s of this tab's own time. */
export const MAX_MISSED_HEARTBEATS = 6;
