import { median } from '../../../support/median';

/** How two ways of doing the same compare on a noisy machine. */

const PAIRS = 15;
const RESAMPLES = 2000;

export type Work = () => Promise<unknown>;

async function msOf(work: Work): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export interface Ratio {
  /** The median of ours / theirs. */
  ratio: number;
  /** Nineteen in twenty of the medians of resampled pairs lie in here. */
  low: number;
  high: number;
}

/** Runs two pieces of work turn by turn, ABBA, and compares the pairs. */
export async function compare(ours: Work, theirs: Work, pairs = PAIRS): Promise<Ratio> {
  await Promise.all([ours(), theirs()]);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const isFirst = pair % 2 === 0;
    const first = await msOf(isFirst ? ours : theirs);
    const second = await msOf(isFirst ? theirs : ours);
    ratios.push(isFirst ? first / second : second / first);
  }
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b);
  return {
    ratio: median(ratios),
    low: medians[Math.floor(RESAMPLES * 0.025)] ?? Number.NaN,
    high: medians[Math.floor(RESAMPLES * 0.975)] ?? Number.NaN,
  };
}

/** What each of many runs took, in ms. */
export async function timings(times: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) taken.push(await msOf(() => work(index)));
  return taken;
}

export const inverse = ({ ratio, low, high }: Ratio): Ratio => ({ ratio: 1 / ratio, low: 1 / high, high: 1 / low });
export const said = ({ ratio, low, high }: Ratio) => `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
