import type { SecurityLine } from './lines';

/** A test that ran. */
export interface TestResult {
  file: string;
  title: string;
  passed: boolean;
}

export interface LineScore {
  line: SecurityLine;
  tests: number;
  /** What failed, and what the line names that did not run. */
  faults: string[];
  passed: boolean;
}

/** A line has passed when it has tests, all of them passed, and every test that it names in another file ran. */
export function scoreOf(line: SecurityLine, results: readonly TestResult[]): LineScore {
  const { number, also = [] } = line;
  const own = results.filter(({ title }) => title.includes(`security ${number}:`));
  const named = also.map((one) => ({
    ...one,
    found: results.filter(({ file, title }) => file === one.file && title.includes(one.title)),
  }));
  const tests = [...new Set([...own, ...named.flatMap(({ found }) => found)])];
  const faults = [
    ...tests.filter(({ passed }) => !passed).map(({ title }) => `failed: ${title}`),
    ...named.filter(({ found }) => found.length === 0).map(({ file, title }) => `did not run: ${file}, ${title}`),
  ];
  return { line, tests: tests.length, faults, passed: tests.length > 0 && faults.length === 0 };
}
