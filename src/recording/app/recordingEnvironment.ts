import type { Transport } from '../../api/client/transport';
import type { TabLocks } from '../../offline/tabs/locks';
import { recordCall, type EventRecorder } from '../core/eventRecorder';
import type { Environment } from '../../state/store/makeStore';
import { recordingRecords } from './recordingRecords';

/** The parts of a request that say what the app asked for. */
const watchedTransport =
  (transport: Transport, tape: EventRecorder): Transport =>
  (request) => {
    const { method, path, body, headers, answerType } = request;
    return recordCall(tape, 'request', { method, path, body, headers, answerType }, () => transport(request));
  };

function watchedLocks(locks: TabLocks, tape: EventRecorder): TabLocks {
  return {
    tabId: locks.tabId,
    holdEntry: (id, steal) =>
      recordCall(
        tape,
        'holdEntry',
        { id },
        () => locks.holdEntry(id, steal),
        (release) => ({ granted: release !== null }),
      ),
    heldEntries: () => recordCall(tape, 'heldEntries', null, locks.heldEntries, (ids) => ({ ids: [...ids] })),
    isReplaying: () => recordCall(tape, 'isReplaying', null, locks.isReplaying, (replaying) => ({ replaying })),
    async replayExclusively(wait, work) {
      const id = tape.call('replayExclusively', { wait });
      let isGranted = false;
      const result = await locks.replayExclusively(wait, (lead) => {
        isGranted = true;
        tape.response(id, { granted: true, stolen: lead.isStolen });
        return work(lead);
      });
      if (!isGranted) tape.response(id, { granted: false });
      return result;
    },
  };
}

/** The environment with a tape running: everything that passes between the app and the world is noted. */
export function recordingEnvironment(environment: Environment, tape: EventRecorder): Environment {
  return {
    ...environment,
    transport: watchedTransport(environment.transport, tape),
    newId: () => tape.value('id', environment.newId()),
    records: recordingRecords(environment.records, tape),
    random: () => tape.value('random', environment.random()),
    locks: watchedLocks(environment.locks, tape),
    channel: {
      post(message) {
        tape.call('post', message);
        environment.channel.post(message);
      },
      subscribe: (onMessage) =>
        environment.channel.subscribe((message) => {
          tape.message('message', message);
          onMessage(message);
        }),
    },
    schedule(work, delayMs) {
      const id = tape.call('timer', null);
      return environment.schedule(() => {
        tape.response(id);
        work();
      }, delayMs);
    },
  };
}
