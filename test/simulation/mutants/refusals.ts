import { below } from './mutant';

/** Bugs in what a pass does after refusals without a reason, and after responses that may not be the server's. */
export const REFUSALS = below('offline/replay', [
  [
    'tryEntry.ts',
    'never sends again what a gateway refused',
    'nextTryAt: isFault ? nextTryAt : 0 }',
    'nextTryAt: 0 }',
    'offline/invariants/retry.test.ts',
  ],
  [
    'tryEntry.ts',
    'goes on after two faults of a server or a gateway in a row',
    "isFault && failedBefore ? 'serverBusy' : null",
    'null',
    'offline/invariants/busyServer.test.ts',
  ],
  [
    'tryEntry.ts',
    'begins each pass with the entry that gets a 401 in a valid session',
    "case 'signedOut':\n      counts.failedUpTo = claimed.entry.seq;",
    "case 'signedOut':",
    'offline/invariants/session.test.ts',
  ],
  [
    'connectivityListener.ts',
    'sends the entry that got a 401 last, also after a sign-in',
    'if (options.confirmedUserId(getState()) !== userId) sendLastUpToSeq = 0;',
    '',
    'offline/invariants/session.test.ts',
  ],
  [
    'sendEntry.ts',
    'believes a success without a record of our own server',
    'return me.ok && !isOurServer && parse',
    'return me.ok && parse',
    'offline/invariants/success.test.ts',
  ],
  [
    'sendEntry.ts',
    'believes a success without a record for any user',
    'parseSessionUser(me.data)?._id === entry.userId ? response',
    'parseSessionUser(me.data) !== null ? response',
    'offline/invariants/success.test.ts',
  ],
  [
    'pipeline.ts',
    'keeps the lock of an entry that cannot be read',
    'if (!found) release();',
    '',
    'offline/invariants/stolenLocks.test.ts',
  ],
  [
    'tryEntry.ts',
    'sends at once what another tab has tried since the queue was read',
    'if (isHeld || !isDue || ',
    'if (isHeld || ',
    'offline/invariants/tabs.test.ts',
  ],
  [
    'tryEntry.ts',
    'sends a submit although its visit has a later delivery',
    'const isHeld = claimed.hasLaterDelivery && !isOrphan;',
    'const isHeld = false;',
    'offline/invariants/orderOfVisits.test.ts',
  ],
]);
