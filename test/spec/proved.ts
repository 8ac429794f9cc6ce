/** The parts of Playwright's JSON report that are read here. */
interface Step {
  title: string;
  error?: object;
  steps?: Step[];
}

interface Suite {
  suites?: Suite[];
  specs?: { tests: { results: { steps?: Step[] }[] }[] }[];
}

export interface SpecResults {
  suites: Suite[];
}

/** What came of each requirement that a step was named after. A failure anywhere outweighs every success. */
export type Proved = ReadonlyMap<string, 'proved' | 'failed'>;

const stepsWithin = (step: Step): Step[] => [step, ...(step.steps ?? []).flatMap(stepsWithin)];

function stepsOf(suite: Suite): Step[] {
  const own = (suite.specs ?? []).flatMap(({ tests }) =>
    // Of a test that was tried again, the last try counts.
    tests.flatMap(({ results }) => (results.at(-1)?.steps ?? []).flatMap(stepsWithin)),
  );
  return [...own, ...(suite.suites ?? []).flatMap(stepsOf)];
}

/** By id: a step's title begins with it (`proves` in specTest.ts). */
export function provedIn({ suites }: SpecResults): Proved {
  const found = new Map<string, 'proved' | 'failed'>();
  for (const { title, error } of suites.flatMap(stepsOf)) {
    const id = title.split(' ')[0] ?? '';
    if (error) found.set(id, 'failed');
    else if (!found.has(id)) found.set(id, 'proved');
  }
  return found;
}
