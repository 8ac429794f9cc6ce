// @vitest-environment node
import { expect, it } from 'vitest';
import type { HttpRequest } from '../../../../src/api/client/transport';
import { sendEntry, tryLimitMs } from '../../../../src/offline/replay/sendEntry';
import { anEntry } from '../../../support/queue/anEntry';

it.each([
  [0, 0, 15_000],
  [8_000, 0, 16_000],
  [8_000, 1, 32_000],
  [8_000, 2, 64_000],
  [8_000, 3, 120_000],
  [8_000, 50, 120_000],
  [10_000_000, 0, 120_000],
])('a request of %i bytes after %i failed tries has a timeout of %i ms', (bytes, attempts, limit) => {
  expect(tryLimitMs(bytes, attempts)).toBe(limit);
});

it('the timeout of a request depends on its bytes, whatever the script of its text', async () => {
  const sent: HttpRequest[] = [];
  const transport = async (request: HttpRequest) => {
    sent.push(request);
    return { ok: true, status: 200, data: { _id: 'd1' } } as const;
  };
  const options = { resolve: (id: string) => id, ifMatch: null, attempts: 0 };
  const notes = ['x'.repeat(8_000), 'ы'.repeat(8_000)];
  for (const note of notes) await sendEntry(transport, anEntry({ body: { note } }), options);
  const [latin = 0, cyrillic = 0] = sent.map(({ timeoutMs }) => timeoutMs);
  expect(cyrillic - latin).toBe(1_000);
});
