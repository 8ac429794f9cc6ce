import type { Transport } from '../../api/transport';
import type { TabLocks } from '../../offline/tabs/locks';
import { noted, type Tape } from '../../recording/tape';
import type { Environment } from '../makeStore';
import { watchedRecords } from './watchedRecords';

/** The parts of a request that say what the app asked for. */
const watchedTransport =
  (transport: Transport, tape: Tape): Transport =>
  (request) => {
    const { method, path, body, headers, answerType } = request;
    return noted(tape, 'request', { method, path, body, headers, answerType }, () => transport(request));
  };

function watchedLocks(locks: TabLocks, tape: Tape): TabLocks {
  return {
    tabId: locks.tabId,
    holdEntry: (id, steal) =>
      noted(
        tape,
        'holdEntry',
        { id },
        () => locks.holdEntry(id, steal),
        (release) => ({ granted: release !== null }),
      ),
    heldEntries: () => noted(tape, 'heldEntries', null, locks.heldEntries, (ids) => ({ ids: [...ids] })),
    isReplaying: () => noted(tape, 'isReplaying', null, locks.isReplaying, (replaying) => ({ replaying })),
    async replayExclusively(wait, work) {
      const id = tape.call('replayExclusively', { wait });
      let isGranted = false;
      const result = await locks.replayExclusively(wait, (lead) => {
        isGranted = true;
        tape.came(id, { granted: true, stolen: lead.isStolen });
        return work(lead);
      });
      if (!isGranted) tape.came(id, { granted: false });
      return result;
    },
  };
}

/** The environment with a tape running: everything that passes between the app and the world is noted. */
export function recordedEnvironment(environment: Environment, tape: Tape): Environment {
  return {
    ...environment,
    transport: watchedTransport(environment.transport, tape),
    newId: () => tape.drew('id', environment.newId()),
    records: watchedRecords(environment.records, tape),
    random: () => tape.drew('random', environment.random()),
    locks: watchedLocks(environment.locks, tape),
    channel: {
      post(message) {
        tape.call('post', message);
        environment.channel.post(message);
      },
      subscribe: (onMessage) =>
        environment.channel.subscribe((message) => {
          tape.heard('message', message);
          onMessage(message);
        }),
    },
    schedule(work, delayMs) {
      const id = tape.call('timer', null);
      return environment.schedule(() => {
        tape.came(id);
        work();
      }, delayMs);
    },
  };
}
