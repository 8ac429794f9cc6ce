// @vitest-environment node
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/recording/core/digest';
import type { RecordedEvent } from '../../../src/recording/core/events';
import { createRecorder } from '../../../src/recording/core/recorder';
import { createRedact } from '../../../src/recording/core/redaction';

const reducer = (state = { count: 0 }, { type }: UnknownAction) =>
  type === 'counted' ? { count: state.count + 1 } : state;

/** A small store with a recorder, and what it has written. */
function aRecorder() {
  const kept: { event: RecordedEvent; before: unknown }[] = [];
  const work: (() => void)[] = [];
  const page = { route: '/one' };
  const recorder = createRecorder({
    reducer,
    digestEvery: 1,
    redact: createRedact({ salt: 'of this test', includeTexts: false }),
    write: (event, before) => kept.push({ event, before }),
    onBatchWritten: () => undefined,
    now: () => 5,
    currentRoute: () => page.route,
    defer: (one) => work.push(one),
    isNotRecorded: ({ type }) => type === 'notRecorded',
    isFromTimer: ({ type }) => type === 'cleared',
    actionsBefore: 10,
  });
  const store = configureStore({ reducer, middleware: (defaults) => defaults().prepend(recorder.middleware) });
  return { recorder, store, dispatch: recorder.wrapExternal(store.dispatch), kept, work, address: page };
}

test('each event is stored with the state before it and the digest after it, and its number continues the last run’s', () => {
  const { recorder, dispatch, kept } = aRecorder();
  dispatch({ type: 'counted' });
  dispatch({ type: 'counted' });
  recorder.settle();
  expect(kept.map(({ before }) => before)).toEqual([{ count: 0 }, { count: 1 }]);
  expect(kept.map(({ event }) => event)).toMatchObject([
    { kind: 'action', n: 11, digest: digestOf({ count: 1 }), external: true },
    { kind: 'action', n: 12, digest: digestOf({ count: 2 }), changes: [['count', 2]] },
  ]);
});

test('a dispatch defers the redaction and the storing of its event', () => {
  const { dispatch, kept, work } = aRecorder();
  dispatch({ type: 'counted' });
  dispatch({ type: 'counted' });
  expect([kept.length, work.length]).toEqual([0, 1]);
  work[0]?.();
  expect(kept).toHaveLength(2);
});

test('the recorder stores who began an action (the user, a library’s timer, the app) and skips a library’s query', () => {
  const { recorder, store, dispatch, kept } = aRecorder();
  dispatch({ type: 'counted' });
  store.dispatch({ type: 'counted' });
  store.dispatch({ type: 'cleared' });
  store.dispatch({ type: 'notRecorded' });
  recorder.settle();
  const origins = kept.map(({ event }) =>
    event.kind === 'action' ? [event.action.type, event.external ?? false] : [],
  );
  expect(origins).toEqual([
    ['counted', true],
    ['counted', false],
    ['cleared', true],
  ]);
});

test('a navigation is recorded before the actions on its route', () => {
  const { recorder, dispatch, kept, address } = aRecorder();
  address.route = '/two?q=Quillfeather street';
  dispatch({ type: 'counted' });
  recorder.settle();
  expect(kept.map(({ event }) => event.kind)).toEqual(['navigation', 'action']);
  expect(JSON.stringify(kept)).not.toContain('Quillfeather');
});

test('a stopped recorder records nothing more', () => {
  const { recorder, dispatch, kept } = aRecorder();
  recorder.stop();
  dispatch({ type: 'counted' });
  recorder.eventRecorder.message('message', { a: 1 });
  recorder.settle();
  expect(kept).toEqual([]);
});
