import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { type CampaignRow, FIGURE_ANNOTATION, ROW_ANNOTATION } from './row';

interface TableRow extends Partial<CampaignRow> {
  fault: string;
  verdict: 'holds' | 'FAILS';
}

/** Prints one line per fault in the order of the numbers in the tests' titles, and the tests' own figures below. */
export default class TableReporter implements Reporter {
  readonly #rows = new Map<number, TableRow>();
  readonly #figures: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const given = result.annotations.find(({ type }) => type === ROW_ANNOTATION)?.description;
    const row = given === undefined ? {} : (JSON.parse(given) as CampaignRow);
    const number = Number(/^\d+/.exec(test.title)?.[0]);
    this.#rows.set(number, { fault: test.title, verdict: result.status === 'passed' ? 'holds' : 'FAILS', ...row });
    for (const { type, description } of result.annotations)
      if (type === FIGURE_ANNOTATION) this.#figures.push(`${number}: ${description}`);
  }

  onEnd(): void {
    const shown = (value: unknown) => (value === undefined || value === null ? '—' : value);
    console.table(
      [...this.#rows]
        .sort(([one], [other]) => one - other)
        .map(([, row]) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]))),
    );
    for (const line of this.#figures) console.log(line);
  }
}
