// @vitest-environment node
import 'fake-indexeddb/auto';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { readRecording } from '../../../src/recording/core/readRecording';
import { replayState } from '../../../src/recording/core/replayState';
import { appReducer } from '../../../src/recording/app/appReducer';
import { aDayOfWork } from '../../support/recording/aDayOfWork';

test('the redacted actions of a day rebuild the recorded states', async () => {
  const { recording } = await aDayOfWork();
  const read = readRecording(JSON.stringify(recording));
  expect(read).toMatchObject({ ok: true });
  expect(replayState(recording, appReducer())).toMatchObject({ ok: true });
});

test('a different initial state is named as the difference', async () => {
  const { recording } = await aDayOfWork();
  const reducer = appReducer();
  const other = (state: { queue: object }, action: UnknownAction) => {
    const next = reducer(state, action) as { queue: object };
    return 'colour' in next.queue ? next : { ...next, queue: { ...next.queue, colour: 'red' } };
  };
  expect(replayState(recording, other as Reducer)).toMatchObject({
    ok: false,
    difference: { action: 1, path: 'queue.colour', recorded: undefined, replayed: 'red' },
  });
});
