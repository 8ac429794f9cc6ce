import { measureStorm } from '../../tools/bench/storm';
import { POSTGRES_TESTS, SECURITY_LINES } from './lines';
import { browserResults, postgresResults, vitestResults } from './runTests';
import { scoreOf, type TestResult } from './score';

/**
 * `npm run security`: runs the tests of every line and prints passed / applicable. A line without a test that ran has
 * not passed. Times are measured, so the machine should have nothing else to do.
 */

const root = process.cwd();

/** Line 45 names a time, which a test among others cannot measure. */
async function stormResult(): Promise<TestResult> {
  const { idle, storm, lost } = await measureStorm();
  const figures = `p99 ${idle.p99.toFixed(0)} ms idle, ${storm.p99.toFixed(0)} ms in the storm, ${lost} lost`;
  const passed = lost === 0 && storm.p99 <= 10 * idle.p99;
  return { file: 'measured', title: `security 45: ${figures}`, passed };
}

const named = SECURITY_LINES.flatMap(({ also = [] }) => also.map(({ file }) => file));
const results = [
  ...vitestResults(root, new Set(['test/integration/security', ...named])),
  ...(await postgresResults(root, POSTGRES_TESTS)),
  ...browserResults(root),
  await stormResult(),
];
const table = SECURITY_LINES.map((line) => scoreOf(line, results));
for (const { line, tests, faults, passed } of table) {
  console.log(`${passed ? '✓' : '✗'} ${String(line.number).padStart(2)}  ${line.check} (${tests} tests)`);
  for (const fault of faults) console.log(`      ${fault}`);
}
const passed = table.filter((row) => row.passed).length;
console.log(`\n${passed} / ${table.length}`);
if (passed < table.length) process.exitCode = 1;
