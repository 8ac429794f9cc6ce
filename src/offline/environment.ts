import type { UnknownAction } from '@reduxjs/toolkit';
import type { Transport } from '../api/client/transport';
import type { QueuedWrite } from '../api/client/writes';
import type { QueueJournal } from './storage/queueJournal';
import type { TabLocks } from './tabs/locks';
import type { QueueChannel } from './tabs/queueChannel';

/** The disk, network, tabs and clock of the queue. */
export interface QueueEnvironment {
  journal: QueueJournal;
  transport: Transport;
  locks: TabLocks;
  /** ms since 1970 */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs the work once after the delay. Returns a function that cancels it. */
  schedule(work: () => void, delayMs: number): () => void;
}

/** The environment of the queue's two middlewares, with what both need from the app. */
export interface ConnectedEnvironment<State> extends QueueEnvironment {
  channel: QueueChannel;
  /** The id of the user who is signed in on this device; `null` for nobody. */
  userId(state: State): string | null;
  /** The action that invalidates the cached reads that a sent entry has changed. */
  staleAfterReplay(): UnknownAction;
  /** Resolves after the first read of the disk, or when that takes too long. */
  whenQueueRead(): Promise<void>;
}

/** What the writes that may be queued need from the app. */
export interface WriteEnvironment<State> extends ConnectedEnvironment<State> {
  /** The response that this device can give itself: to Start Visit the open visit of that location. `null` for none. */
  knownResponse(state: State, write: QueuedWrite): unknown;
  /** The location of a visit; `null` when the device does not know it. */
  locationOfVisit(state: State, visitId: string): string | null;
  /** The unit prices with which the lines of a body are shown; `null` when unknown, or without lines. */
  unitPricesOf(state: State, body: unknown): number[] | null;
  /** Whether an earlier try of a form's write may have reached the server. */
  hasDoubt(state: State, writeId: string): boolean;
  /** Asks the browser to keep this app's storage; called at the first append. */
  askToPersist(): void;
}

/** How a pass learns who is signed in. */
export interface SessionCheck<State> {
  /** The id of the signed-in user if the server has confirmed it; else `null`. */
  confirmedUserId(state: State): string | null;
  /** Whether the action reports that the session check failed, as at a start without a signal. */
  isUnconfirmed(action: unknown): boolean;
  /** Asks the server who is signed in. Resolves when the state has the result; never rejects. */
  confirmSession(): Promise<unknown>;
  /** The same after another tab got a 401. No user counts as confirmed until the response. */
  doubtSession(): Promise<unknown>;
}

/** What decides when a pass runs. */
export interface ConnectivityEnvironment<State> extends ConnectedEnvironment<State>, SessionCheck<State> {
  /** The transport without the response hook, so that the responses of a replay start no further pass. */
  transport: Transport;
  /** Updates Redux from the disk. */
  reload(): Promise<void>;
}
