import { expect, test } from 'vitest';
import { readStream } from '../../../src/api/client/readStream';

const KB = 1024;

/** A response whose body comes in chunks of so many bytes; `cut` breaks it off after them. */
function inChunks(sizes: number[], cut = false): Response {
  const left = [...sizes];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = left.shift();
      if (size !== undefined) controller.enqueue(new Uint8Array(size).fill(97));
      else if (cut) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/csv' } });
}

test('readStream returns the whole file and reports progress once per half megabyte', async () => {
  const reported: number[] = [];
  const file = await readStream(inChunks([300 * KB, 300 * KB, 100 * KB, 500 * KB]), (bytes) => reported.push(bytes));
  expect(file.size).toBe(1200 * KB);
  expect(file.type).toBe('text/csv');
  expect(reported).toEqual([600 * KB, 1200 * KB]);
});

test('readStream reports no progress for a small file, and returns no bytes for an empty one', async () => {
  const reported: number[] = [];
  const file = await readStream(inChunks([5]), (bytes) => reported.push(bytes));
  expect(await file.text()).toBe('aaaaa');
  expect((await readStream(inChunks([]), (bytes) => reported.push(bytes))).size).toBe(0);
  expect(reported).toEqual([]);
});

test('readStream throws when the stream breaks off', async () => {
  await expect(readStream(inChunks([5], true), () => undefined)).rejects.toThrow('terminated');
});
