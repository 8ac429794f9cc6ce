import { expect, test } from 'vitest';
import { filesBelow, identifiersIn } from './sourceFiles';

/**
 * Words that this project once made up, and the field's own word for each. A word is written as the parts of a
 * camelCase name: 'useOnce' also finds `useOnceMore` and `USE_ONCE`, but 'hand' does not find `handle`.
 */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['hand', 'prefetch (of queue entries), client (of a test), or what it is'],
  ['reachFor', 'prefetch'],
  ['inHand', 'isPending'],
  ['tape', 'recorder, eventRecorder or log'],
  ['keeper', 'writer'],
  ['mend', 'replace, edit or hint'],
  ['mended', 'replaced'],
  ['mending', 'replacing'],
  ['turns', 'serializeByKey'],
  ['inTurn', 'serializeByKey'],
  ['teeth', 'mutants'],
  ['tooth', 'mutant'],
  ['owedWork', 'deferredCleanup'],
  ['doNowOrOwe', 'runOrDefer'],
  ['payOff', 'retryDeferred'],
  ['makingRoom', 'withQuotaRetry'],
  ['takeFromTheGone', 'adoptOrphanedEntries'],
  ['untold', 'unreported'],
  ['personsChoices', 'outboxCommands'],
  ['resubmits', 'idempotencyKeys'],
  ['placeOf', 'scopeOf, boundsOf, or what it is the place of'],
  ['spentDrafts', 'submittedDrafts'],
  ['isSpent', 'isSubmittedDraft'],
  ['essence', 'contentKey'],
  ['lateAnswers', 'useNavigateIfStillHere'],
  ['goOn', 'continue or navigateAfter'],
  ['fetchDay', 'prefetchForOffline'],
  ['readyDay', 'prefetchIfStale'],
  ['dayLine', 'OfflineReadinessBar'],
  ['dayPanel', 'OfflineReadinessPanel'],
  ['watchDay', 'listenForOfflineReadiness'],
  ['onTheSide', 'OptionalBoundary'],
  ['storageSilent', 'StorageTimeoutPage'],
  ['useOnce', 'useSingleFlight'],
  ['deed', 'action or submit'],
  ['stillSprings', 'reactSpringWeb'],
  ['inTheField', 'queueFixture'],
  ['evilWorld', 'maliciousData'],
  ['itemChoices', 'itemOptions'],
  ['itemsToChoose', 'selectableItems'],
  ['isTurn', 'isEligibleNow'],
  ['tryInTurn', 'sendEligible'],
  ['staying', 'blockers'],
  ['wayOut', 'resolution or ResolveEntry'],
  ['wayBack', 'returnPath'],
  ['goesOn', 'shouldContinue, or what continues'],
  ['leaveAlone', 'keep, or what is kept'],
  ['ruledOut', 'excluded'],
  ['heldBehind', 'blockers'],
  ['aStore', 'aStockedLocation'],
  ['storeVisit', 'locationVisit'],
  ['asked', 'requested, requestedAt, requests, or what was requested'],
  ['answered', 'responded, or what the response is'],
  ['told', 'reported, shown, or the result itself'],
  ['cast', 'fixtures'],
  ['heldPlace', 'ReservedSpace'],
  ['preloadRound', 'preloadRepScreens'],
  ['trade', 'services, sales, or the noun it is about'],
]);

/**
 * The parts of a name, each with a dash on both sides: `recordCall`, `RecordCall` and `RECORD_CALL` are
 * `-record-call-`.
 */
function partsOf(name: string): string {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .split(/[^A-Za-z\d]+/);
  return `-${parts.join('-').toLowerCase()}-`;
}

const retiredWords = [...RETIRED.keys()].map((word) => ({ word, parts: partsOf(word) }));

function retiredIn(name: string): string[] {
  const parts = partsOf(name);
  return retiredWords.filter((retired) => parts.includes(retired.parts)).map(({ word }) => word);
}

/** The retired words among names, one line for each name; `file` leads the line. */
function complaints(file: string, names: Iterable<string>): string[] {
  return [...names].flatMap((name) =>
    retiredIn(name).map((word) => `${file}: ${name} has "${word}". Use ${RETIRED.get(word)}.`),
  );
}

test('no name in the code has a word that was retired: its field has a term for it', () => {
  const files = [...filesBelow('src', /\.(?:tsx?|css)$/), ...filesBelow('test', /\.(?:tsx?|css)$/), 'vite.config.ts'];
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const identifiers = file.endsWith('.css') ? [] : identifiersIn(file);
    return complaints(file, new Set([...file.split('/'), ...identifiers]));
  });
  expect(found).toEqual([]);
});

test('the check sees a retired word as a part of a name, in any spelling, and only as a part', () => {
  const names = ['openTape', 'TAPE_KEY', 'useOnceMore', 'handle', 'fieldset', 'returns', 'inTurnstile', 'handheld'];
  expect(complaints('a.ts', names)).toEqual([
    'a.ts: openTape has "tape". Use recorder, eventRecorder or log.',
    'a.ts: TAPE_KEY has "tape". Use recorder, eventRecorder or log.',
    'a.ts: useOnceMore has "useOnce". Use useSingleFlight.',
  ]);
});

test('the check reads the names a file declares and uses, and neither its comments nor its texts', () => {
  const names = identifiersIn('test/architecture/words.test.ts');
  expect(names).toContain('partsOf');
  expect(names).toContain('filesBelow');
  // They stand here as texts.
  expect(names).not.toContain('stillSprings');
  expect(names).not.toContain('handheld');
});
