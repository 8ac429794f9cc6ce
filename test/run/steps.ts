/** One step of `npm test`: what runs, and what to do when it fails. */
export interface Step {
  name: string;
  command: string;
  rerunHint: string;
}

/** Where a step leaves its counts, for `tally.ts`. */
export const TALLY_FOLDER = 'test-results/tally';

/** Vitest's arguments for telling its counts. */
export const countInto = (name: string) =>
  `--reporter=default --reporter=json --outputFile.json=${TALLY_FOLDER}/${name}.json`;

/** The steps of `npm test`, cheapest first. */
export const steps: Step[] = [
  { name: 'types', command: 'tsc -b', rerunHint: 'npm run typecheck' },
  { name: 'lint', command: 'oxlint', rerunHint: 'npm run lint, or npx oxlint --fix' },
  { name: 'format', command: 'biome format .', rerunHint: 'npm run format' },
  { name: 'dead code', command: 'knip --config .knip.json', rerunHint: 'npm run deadcode, and remove what it names' },
  {
    name: 'unit, dom, server and simulation tests',
    command: `vitest run ${countInto('vitest')}`,
    rerunHint: 'npx vitest run <the file named above>',
  },
  { name: 'build', command: 'vite build', rerunHint: 'npm run build' },
  { name: 'size', command: 'tsx test/tools/size/report.ts', rerunHint: 'npm run size' },
  {
    name: 'browser tests',
    command: 'playwright test -c test/browser/playwright.config.ts',
    rerunHint: 'npm run test:browser -- <the file named above>',
  },
  {
    name: 'the specification, sentence by sentence',
    command: 'tsx test/spec/main.ts --grep-invert=@full',
    rerunHint: 'npm run spec -- <the file named above>',
  },
];
