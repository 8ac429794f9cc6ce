// @vitest-environment node
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { replayApp } from '../../src/state/recorded/replayedApp';
import { aDayOfWork } from './aDayOfWork';
import { settle } from './settle';

test('fed what came from outside, the app does again what it did on that day', async () => {
  const { recording } = await aDayOfWork();
  expect(await replayApp(recording, { settle })).toEqual({ ok: true, actions: expect.any(Number) });
});
