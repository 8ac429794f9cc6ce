// @vitest-environment node
import 'fake-indexeddb/auto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { authApi } from '../../src/api/authApi';
import type { Transport, WireAnswer } from '../../src/api/transport';
import { replayApp } from '../../src/state/recorded/replayedApp';
import type { RecordedEvent } from '../../src/recording/events';
import type { RecordedRun } from '../../src/recording/recordingFile';
import { aDevice } from '../setup/device';
import { answering, signedOut } from '../setup/openApp';
import { aDayOfWork } from './aDayOfWork';
import { openRecorded } from './recordedTab';
import { settle } from './settle';

test('fed what came from outside, the app does again what it did on that day', async () => {
  const { recording } = await aDayOfWork();
  expect(await replayApp(recording, { settle })).toEqual({ ok: true, actions: expect.any(Number) });
});

test('a start that was cut off while the app still read what the device remembers goes no further', async () => {
  const { recording } = await aDayOfWork();
  const isRead = (event: RecordedEvent) => event.kind === 'action' && event.action.type === 'persist/REHYDRATE';
  const runs = recording.runs.map((run): RecordedRun => {
    const third = run.events.filter(isRead)[2];
    return { ...run, events: run.events.slice(0, run.events.findIndex((event) => event === third) + 1) };
  });
  expect(await replayApp({ ...recording, runs }, { settle })).toEqual({ ok: true, actions: 3 });
});

/** A recording in which the last subscription of a query ends in the moment in which its response comes. */
async function recordingOfCrossedResponse() {
  const device = aDevice('http://server.test');
  device.network.fault = answering(signedOut);
  let respond: (response: WireAnswer) => void = () => undefined;
  const held = new Promise<WireAnswer>((resolve) => {
    respond = resolve;
  });
  const environment = () => {
    const whole = device.environment();
    const transport: Transport = (request) => (request.path === '/health' ? held : whole.transport(request));
    return { ...whole, transport };
  };
  const { dispatch, quiet, recording } = await openRecorded({ ...device, environment });
  await quiet();
  const health = dispatch(authApi.endpoints.getHealth.initiate());
  await settle();
  health.unsubscribe();
  respond({ ok: true, status: 200, data: { ok: true }, servedAt: '' });
  await quiet();
  return recording();
}

test('a response that crossed the end of its last subscription comes first, however slow the replay is', async () => {
  const recording = await recordingOfCrossedResponse();
  const slowly = async () => {
    await setTimeout(10);
    await settle();
  };
  expect(await replayApp(recording, { settle: slowly })).toEqual({ ok: true, actions: expect.any(Number) });
});
