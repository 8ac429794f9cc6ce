import { below } from './mutant';

/** Bugs of the cached visits and deliveries, which screens show without a connection. */
export const CACHES = below('state', [
  [
    'slices/cacheSlice.ts',
    'takes a read that was sent before a change for what the server has now',
    'return sentAt < changedAt && changedAt <= receivedAt;',
    'return sentAt < changedAt && changedAt < 0;',
    'offline/invariants/lateReads.test.ts',
  ],
  [
    'slices/cacheSlice.ts',
    'ignores every read after the clock was set back',
    'return sentAt < changedAt && changedAt <= receivedAt;',
    'return sentAt < changedAt;',
    'offline/invariants/lateReads.test.ts',
  ],
  [
    'slices/visitsCache.ts',
    'goes on with a visit that the server no longer has',
    'if (isMissing(asApiError(payload))) delete state.byKey[meta.arg.originalArgs];',
    '',
    'offline/invariants/lateReads.test.ts',
  ],
  [
    'outbox/shareSent.ts',
    'does not tell other tabs what it has sent',
    'effect: (action) => channel.postMessage([sentRecordOf(action)]),',
    'effect: () => undefined,',
    'offline/invariants/cachesOfTabs.test.ts',
  ],
  [
    'slices/cacheSlice.ts',
    'forgets with a read when the last change was',
    'changedAt === undefined ?',
    'changedAt !== 1 ?',
    'offline/invariants/lateReads.test.ts',
  ],
  [
    'slices/visitDeliveriesCache.ts',
    'takes what this device has sent for all deliveries of a visit',
    'if (after && (!before || before.isPartial)) after.isPartial = true;',
    '',
    'offline/invariants/cachesOfTabs.test.ts',
  ],
  [
    'slices/visitDeliveriesCache.ts',
    'ignores all of a list that was read before a change',
    'withKnown(payload, known.value)',
    'known.value',
    'offline/invariants/lateReads.test.ts',
  ],
]);
