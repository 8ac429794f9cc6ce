import type { Transport } from '../../api/client/transport';
import type { TabLocks } from '../../offline/tabs/locks';
import { recordCall, type EventRecorder } from '../core/eventRecorder';
import type { Environment } from '../../state/store/makeStore';
import { recordingRecords } from './recordingRecords';

/** Records what identifies a request; its signal and callbacks are not data. */
const recordingTransport =
  (transport: Transport, eventRecorder: EventRecorder): Transport =>
  (request) => {
    const { method, path, body, headers, responseType } = request;
    return recordCall(eventRecorder, 'request', { method, path, body, headers, responseType }, () =>
      transport(request),
    );
  };

function recordingLocks(locks: TabLocks, eventRecorder: EventRecorder): TabLocks {
  const recordLock = (call: string, data: unknown, take: () => Promise<(() => void) | null>) =>
    recordCall(eventRecorder, call, data, take, (release) => ({ granted: release !== null }));
  return {
    tabId: locks.tabId,
    holdEntry: (id) => recordLock('holdEntry', { id }, () => locks.holdEntry(id)),
    stealEntry: (id) => recordLock('stealEntry', { id }, () => locks.stealEntry(id)),
    beginActivity: (activity) => recordLock('beginActivity', { activity }, () => locks.beginActivity(activity)),
    activities: () =>
      recordCall(eventRecorder, 'activities', null, locks.activities, (names) => ({ names: [...names] })),
    async replayExclusively(wait, work) {
      const id = eventRecorder.call('replayExclusively', { wait });
      let isGranted = false;
      const result = await locks.replayExclusively(wait, (lead) => {
        isGranted = true;
        eventRecorder.response(id, { granted: true });
        return work(lead);
      });
      if (!isGranted) eventRecorder.response(id, { granted: false });
      return result;
    },
  };
}

/**
 * The environment with a recorder: hands every call of the app, every response and every message to `eventRecorder`.
 */
export function recordingEnvironment(environment: Environment, eventRecorder: EventRecorder): Environment {
  return {
    ...environment,
    transport: recordingTransport(environment.transport, eventRecorder),
    newId: () => eventRecorder.value('id', environment.newId()),
    records: recordingRecords(environment.records, eventRecorder),
    random: () => eventRecorder.value('random', environment.random()),
    locks: recordingLocks(environment.locks, eventRecorder),
    channel: {
      post(message) {
        eventRecorder.call('post', message);
        environment.channel.post(message);
      },
      subscribe: (onMessage) =>
        environment.channel.subscribe((message) => {
          eventRecorder.message('message', message);
          onMessage(message);
        }),
    },
    schedule(work, delayMs) {
      const id = eventRecorder.call('timer', null);
      return environment.schedule(() => {
        eventRecorder.response(id);
        work();
      }, delayMs);
    },
  };
}
