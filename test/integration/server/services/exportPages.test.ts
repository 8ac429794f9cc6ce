import { expect, it } from 'vitest';
import { paginate } from '../../../../src/server/services/exportPages';

const ROWS = 1_200;

/** The pages of an export of `ROWS` numbers, and the number after which each page was read. */
function aPagedExport() {
  const readAfter: (number | null)[] = [];
  const pages = paginate<number>(async (last, limit) => {
    readAfter.push(last);
    const from = (last ?? -1) + 1;
    return Array.from({ length: Math.min(limit, ROWS - from) }, (_, index) => from + index);
  });
  return { pages, readAfter };
}

it('reads the next page while one is written, but none after it', async () => {
  const { pages, readAfter } = aPagedExport();
  const { value } = await pages.next();
  await new Promise(setImmediate);
  expect(readAfter).toEqual([null, value?.at(-1)]);
});

it('an error of the next page ends the export after the page before it', async () => {
  let reads = 0;
  const pages = paginate<number>(async (_, limit) => {
    reads += 1;
    if (reads === 2) throw new Error('gone');
    return Array.from({ length: limit }, (__, index) => index);
  });
  expect((await pages.next()).done).toBe(false);
  await expect(pages.next()).rejects.toThrow('gone');
});
