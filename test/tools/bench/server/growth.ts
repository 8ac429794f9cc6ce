import { percentile } from '../samples';
import type { Bench, Line } from './bench';
import { timings } from './pairs';

const RUNS = 60;

const CALLS = {
  'list, page 1': '/api/deliveries?limit=10',
  'list, page 1,000': '/api/deliveries?limit=10&page=1000',
  'search for a name': '/api/locations?q=store%20abc',
  'latest visits of a location': '/api/visits?location=l7&limit=2',
};

/** How much dearer a call is in the larger of two trades, measured turn by turn. */
export async function benchGrowth(small: Bench, large: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, url] of Object.entries(CALLS)) {
    const taken = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < RUNS / 10; round += 1) {
      taken.small.push(...(await timings(10, () => small.get(url))));
      taken.large.push(...(await timings(10, () => large.get(url))));
    }
    const [low, high] = [percentile(taken.small, 0.5), percentile(taken.large, 0.5)];
    const measured = `× ${(high / low).toFixed(2)} (${low.toFixed(1)} → ${high.toFixed(1)} ms)`;
    lines.push({ number: 13, what: `Growth: ${what}`, measured, anchor: '–', goal: '≤ × 1.5' });
  }
  return lines;
}
