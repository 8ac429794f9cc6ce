import { describe, expect, it } from 'vitest';
import { readText } from '../../architecture/sourceFiles';
import { changesOf } from './faults/faultsOfTheList';
import { PLANTED_FAULTS } from './faults/plantedFaults';
import { SECURITY_LINES } from './lines';
import { scoreOf, type TestResult } from './score';

const line = { number: 4, check: 'x', also: [{ file: 'a.test.ts', title: 'a part' }] };
const own: TestResult = { file: 'b.test.ts', title: 'security 4: own', passed: true };
const elsewhere: TestResult = { file: 'a.test.ts', title: 'with a part of its title', passed: true };

describe('security 48: a line of the list', () => {
  it.each<[string, TestResult[], boolean]>([
    ['whose tests all passed has passed', [own, elsewhere], true],
    ['with a test that failed has not', [{ ...own, passed: false }, elsewhere], false],
    ['with a test elsewhere that failed has not', [own, { ...elsewhere, passed: false }], false],
    ['that names a test elsewhere which did not run has not', [own], false],
    ['without any test has not', [], false],
    ['has no part in the tests of line 40', [{ ...own, title: 'security 40: x' }], false],
  ])('%s', (_what, results, passed) => {
    expect(scoreOf(line, results).passed).toBe(passed);
  });

  it('is listed once, from 1 to 48, and names existing files', () => {
    expect(SECURITY_LINES.map(({ number }) => number)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    const named = SECURITY_LINES.flatMap(({ also = [] }) => also);
    expect(named.filter(({ file, title }) => !readText(file).includes(title))).toEqual([]);
  });

  it('has a fault to be planted, whose place is in the source once', () => {
    const withFault = new Set(PLANTED_FAULTS.map((planted) => planted.line));
    expect(SECURITY_LINES.filter(({ number }) => !withFault.has(number))).toEqual([]);
    const misplaced = PLANTED_FAULTS.flatMap(changesOf).filter(
      ({ file, find }) => readText(file).split(find).length !== 2,
    );
    expect(misplaced.map(({ find }) => find)).toEqual([]);
  });
});
