import { below } from './mutant';

/** Bugs in what the tabs of one device tell each other, and in the locks that they take from each other. */
export const BETWEEN_TABS = [
  ...below('offline', [
    [
      'replay/connectivityListener.ts',
      'ignores during a pass that the server was busy for another tab',
      "if (type === 'serverBusy') busyResponses += 1;",
      '',
      'offline/invariants/busyServer.test.ts',
    ],
    [
      'replay/pauseTimer.ts',
      'believes the disk alone about a pause of the server',
      'return remainingMs() > 0 && pause.until > stored.until ? pause : stored;',
      'return stored;',
      'offline/invariants/sessionChecks.test.ts',
    ],
    [
      'replay/connectivityListener.ts',
      'makes no pause after the 401 of another tab',
      'if (isDoubtOver) serverPause.extendTo(pauseFrom(now(), retryDelayMs(failedPasses, random(), null)));',
      '',
      'offline/invariants/busyServer.test.ts',
    ],
    [
      'replay/pipeline.ts',
      'does not mark an entry whose lock it stole',
      'if (stolen) await journal.markStolen(id);',
      '',
      'offline/invariants/stolenLocks.test.ts',
    ],
    [
      'tabs/webLocks.ts',
      'shows by its timer alone that it is not suspended',
      'if (elapsedMs() > nextAt) send();',
      '',
      'offline/tabs/locks.test.ts',
    ],
    [
      'tabs/webLocks.ts',
      'waits for the entry locks of a suspended replaying tab',
      'await expireLocksOfReplayingTab();',
      '',
      'offline/invariants/stolenLocks.test.ts',
    ],
    [
      'tabs/webLocks.ts',
      'steals the lock of a try that still runs',
      'since + LONGEST_LOCK_MS <= elapsedMs()',
      'since <= elapsedMs()',
      'offline/tabs/locks.test.ts',
    ],
    [
      'tabs/webLocks.ts',
      'never steals the lock of an entry',
      'since + LONGEST_LOCK_MS <= elapsedMs()',
      'since === -Infinity',
      'offline/invariants/stolenLocks.test.ts',
    ],
    [
      'tabs/webLocks.ts',
      'takes two holds of an entry lock by one tab for one',
      'held.filter(isItsHold).at(-1)?.name ?? ',
      '',
      'offline/invariants/suspendedTabs.test.ts',
    ],
    [
      'storage/queueJournal.ts',
      'lets a frozen tab replace the result of a later try',
      'attempts !== undefined && found.summary.attempts !== attempts',
      'false',
      'offline/invariants/suspendedTabs.test.ts',
    ],
    [
      'middleware/offlineQueueMiddleware.ts',
      'continues a visit whose submit is on its way in another tab',
      'return waitsFor.every((id) => [...entries, ...newer].some((shown) => shown.id === id)) ? known : null;',
      'return [waitsFor, entries, newer] && known;',
      'state/caches/cachesOfTabs.test.ts',
    ],
    [
      'middleware/writeResults.ts',
      'says "saved" for what another tab has discarded',
      '(await journal.hasEnded(id).catch(() => false))',
      '(await journal.hasEnded(id).then(() => false))',
      'offline/invariants/suspendedTabs.test.ts',
    ],
    [
      'storage/queueJournal.ts',
      'forgets that another tab has sent a write',
      'const isDoubtful = isTried || known !== null;',
      'const isDoubtful = false;',
      'offline/invariants/doubtAcrossTabs.test.ts',
    ],
  ]),
  ...below('state', [
    [
      'store/createOfflineQueue.ts',
      'tells other tabs that the server is busy before the pause is on the disk',
      'void stored.then(() => parts',
      'void Promise.resolve().then(() => parts',
    ],
  ]),
];
