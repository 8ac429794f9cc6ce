import type { Middleware } from '@reduxjs/toolkit';
import { asShape, asText } from '../api/answers/shape';
import { type QueuedWrite, type WriteResult, writeRequested } from '../api/queuedWrites';
import type { Transport, WireAnswer } from '../api/transport';
import { dependsOn, firstBefore } from './dependencies';
import { type ResolveId, resolverOf } from './localIds';
import { newEntry } from './newEntry';
import { createOwedWork } from './owedWork';
import { entryQueued, retryTimerFired } from './queueActions';
import type { WithQueue } from './queueSlice';
import { createSaver, type SaveOptions } from './saveEntry';
import { sendEntry } from './sendEntry';
import type { EntryHead } from './types';

export interface OfflineQueueOptions<State extends WithQueue> extends SaveOptions {
  transport: Transport;
  /** Who is signed in as far as this device knows; `null` for nobody. */
  userId(state: State): string | null;
  /** The open visit of a rep at a location that the device knows, local ones too, as the server would answer it. */
  findOpenVisit(state: State, locationId: string, repId: string | null): unknown;
  /** Where a visit is; `null` when the device does not know. */
  locationOfVisit(state: State, visitId: string): string | null;
  /** Asks the browser to keep this app's storage; called at the first append. */
  askToPersist(): void;
  /** Tells the other tabs that the queue changed. */
  broadcast(): void;
}

/**
 * Carries out the writes that are kept without a connection. Dispatching `writeRequested` gives a promise: the
 * server's answer, the marker once the change is on disk, or why neither. Everything else passes through.
 */
export function createOfflineQueueMiddleware<State extends WithQueue>(
  options: OfflineQueueOptions<State>,
): Middleware<unknown, State> {
  const { journal, transport } = options;
  const owed = createOwedWork();
  const save = createSaver(options);
  const onTheWay = new Map<string, { head: EntryHead; arrived: Promise<unknown> }>();
  let persistenceAsked = false;

  return ({ dispatch, getState }) => {
    const resolve: ResolveId = (id) => resolverOf(getState().queue.serverIds)(id);

    /**
     * Whether it must not go yet: it mentions what the server can't know, something earlier still waits, or the
     * queue can't be read and nobody knows what waits.
     */
    function mustWait(head: EntryHead): boolean {
      const hasUnknownId = head.mentions.some((id) => resolve(id) === id);
      const { heads, newer, unreadable } = getState().queue;
      return unreadable || hasUnknownId || firstBefore(head, [...heads, ...newer], resolve) !== null;
    }

    function openVisitFor(write: QueuedWrite): unknown {
      if (write.call !== 'startVisit') return null;
      const body = asShape(write.body);
      return options.findOpenVisit(getState(), asText(body.location), asText(body.rep) || null);
    }

    /** The change is on disk and stays there; only now may the person be told so. */
    async function queue(write: QueuedWrite, head: EntryHead): Promise<WriteResult> {
      const openVisit = openVisitFor(write);
      if (openVisit) {
        await owed.doNowOrOwe(head.id, () => journal.remove(head.id));
        return { data: openVisit };
      }
      let released: EntryHead | null = { ...head, state: 'waiting', tab: null };
      await owed.doNowOrOwe(head.id, async () => {
        released = await journal.release(head.id);
      });
      if (released) dispatch(entryQueued(released));
      options.broadcast();
      return { data: { queued: true, id: head.id, localId: head.creates } };
    }

    /** The server has answered: nothing is left to send, whatever it said. */
    async function settle(head: EntryHead, answer: WireAnswer): Promise<WriteResult> {
      await owed.doNowOrOwe(head.id, () => journal.remove(head.id));
      return answer.ok ? { data: answer.data } : { error: answer.failure };
    }

    async function carryOut(write: QueuedWrite, userId: string): Promise<WriteResult> {
      await owed.payOff();
      const entry = newEntry(write, write.id, userId, (id) => options.locationOfVisit(getState(), id));
      const head = await save(entry);
      // A storage that did not answer may still have written it: pressed again, it is the same write.
      if (!head) return { error: { kind: 'notSaved' } };
      if (!persistenceAsked) options.askToPersist();
      persistenceAsked = true;

      const ahead = [...onTheWay.values()].filter((other) => dependsOn(head, other.head, resolve));
      const arrived = (async () => {
        await Promise.all(ahead.map((other) => other.arrived));
        if (mustWait(head)) return queue(write, head);
        const answer = await sendEntry(transport, entry, resolve);
        const isAnswered = answer.ok || answer.failure.kind === 'refused';
        return isAnswered ? settle(head, answer) : queue(write, head);
      })();
      onTheWay.set(head.id, { head, arrived });
      return arrived.finally(() => onTheWay.delete(head.id));
    }

    return (next) => (action) => {
      if (retryTimerFired.match(action)) void owed.payOff();
      if (!writeRequested.match(action)) return next(action);
      const userId = options.userId(getState());
      // Nobody is signed in: there is no owner to keep a change for.
      if (userId === null)
        return { error: { kind: 'refused', status: 401, message: null, body: '', retryAfterMs: null } };
      return carryOut(action.payload, userId);
    };
  };
}
