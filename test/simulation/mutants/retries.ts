import { below } from './mutant';

/** Bugs in which response is tried again, and when. */
export const RETRIES = below('offline', [
  [
    'replay/classify.ts',
    'takes a 401 for a refusal',
    "if (isSignedOut(failure) || isDeactivation(failure)) return 'signedOut';\n  if (status === 401) return 'noResponse';",
    '',
  ],
  ['replay/classify.ts', 'takes a 500 for a refusal', ' || status >= 500 ||', ' ||'],
  ['replay/classify.ts', 'does not heed a 503', "return asksForPause ? 'busy' : 'unknown';", "return 'unknown';"],
  ['replay/connectivityListener.ts', 'arms no timer', 'setTimer(pending ? delayOf(pending) : timerDelay());', ''],
  [
    'replay/connectivityListener.ts',
    'waits longer once the clock was set back between two tries',
    'if (ms > CLOCK_READ_MS && !wasTriedLater(getState(), now()))',
    'if (ms > CLOCK_READ_MS)',
    'offline/invariants/pausedRequests.test.ts',
  ],
  [
    'replay/connectivityListener.ts',
    'sends when there is no reason to',
    'const isServed = isDeferrable(request.trigger) && (isRunning || pending !== null);',
    'const isServed = false;',
    'offline/invariants/retry.test.ts',
  ],
  [
    'replay/backoff.ts',
    'tries again at once',
    'const jittered = SHORTEST_DELAY_MS + random * (ceiling - SHORTEST_DELAY_MS);',
    'const jittered = 10;',
  ],
  [
    'replay/eligibility.ts',
    'tries what is not due',
    '(isDue(entry.nextTryAt, now) || triedAt > now)) return true;',
    'true) return true;',
  ],
]);
