import { setTimeout } from 'node:timers/promises';

const BETWEEN_PROBES_MS = 20;

/** What a GET of the newest deliveries takes in ms, with its response read to the end. */
export async function probe(url: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}api/deliveries?limit=100`, { headers: { cookie } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The probe got ${response.status}`);
  return performance.now() - begun;
}

/** Probes one after the other, as long as `shouldContinue` says of their number; what each took. */
export async function probeWhile(
  shouldContinue: (count: number) => boolean,
  once: (index: number) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  while (shouldContinue(times.length)) {
    times.push(await once(times.length));
    await setTimeout(BETWEEN_PROBES_MS);
  }
  return times;
}
