// @vitest-environment node
import 'fake-indexeddb/auto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { authApi } from '../../../src/api/authApi';
import type { Transport, HttpResponse } from '../../../src/api/client/transport';
import { replayApp } from '../../../src/recording/app/replayApp';
import type { RecordedEvent } from '../../../src/recording/core/events';
import type { RecordedRun } from '../../../src/recording/core/recordingFile';
import { aDevice } from '../../support/app/device';
import { respondingWith, signedOut } from '../../support/app/openApp';
import { aDayOfWork } from '../../support/recording/aDayOfWork';
import { openRecorded } from '../../support/recording/recordedTab';
import { settle } from '../../support/recording/settle';

test('the app repeats its behaviour of the day when it is given the recorded inputs', async () => {
  const { recording } = await aDayOfWork();
  expect(await replayApp(recording, { settle })).toEqual({ ok: true, actions: expect.any(Number) });
});

test('the replay of a start that was cut off while reading the storage ends there', async () => {
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
  device.network.fault = respondingWith(signedOut);
  let respond: (response: HttpResponse) => void = () => undefined;
  const held = new Promise<HttpResponse>((resolve) => {
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

test('a response at the moment its last subscription ends is replayed before that end, however slow the replay is', async () => {
  const recording = await recordingOfCrossedResponse();
  const slowly = async () => {
    await setTimeout(10);
    await settle();
  };
  expect(await replayApp(recording, { settle: slowly })).toEqual({ ok: true, actions: expect.any(Number) });
});
