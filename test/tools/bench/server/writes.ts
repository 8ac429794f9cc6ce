import { newId } from '../../../../src/server/db/newId';
import type { Bench, Line } from './bench';
import { compare, said } from './pairs';

const WRITES = 10;

/** What a key costs a write, and a recorded response beside the first. */
export async function benchWrites({ post }: Bench): Promise<Line[]> {
  const body = {
    location: 'l0',
    box: 'l0b1',
    lines: [0, 1, 2].map((item) => ({ item: `i${item}`, quantity: 1, packaging: 'each' })),
  };
  const deliver = async (keyOf: () => string | null) => {
    for (let index = 0; index < WRITES; index += 1) {
      const key = keyOf();
      await post('/api/deliveries', body, key === null ? {} : { 'idempotency-key': key });
    }
  };
  const known = newId();
  await deliver(() => known);
  const keyed = await compare(
    () => deliver(newId),
    () => deliver(() => null),
  );
  const again = await compare(
    () => deliver(() => known),
    () => deliver(newId),
  );
  return [
    { number: 11, what: 'A write with a key / without', measured: said(keyed), anchor: '–', goal: '≤ 1.10' },
    { number: 11, what: 'A replayed key / the first time', measured: said(again), anchor: '–', goal: '≤ 0.30' },
  ];
}
