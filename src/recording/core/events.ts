import type { Json } from './json';

interface TimedEvent {
  /** ms since 1970 */
  at: number;
  /** In the same tick as the external event before, so that nothing could run in between. */
  sameTick?: true | undefined;
}

/** A dispatched action, for a reducer or a middleware. */
export interface ActionEvent extends TimedEvent {
  kind: 'action';
  /** Counts the actions of a recording from 1. */
  n: number;
  action: { type: string; [key: string]: Json };
  /** Dispatched by a person, the browser or a timer of a library. Absent: dispatched by the app's own code. */
  external?: true | undefined;
  /** Digest of the state that all redacted actions so far build; absent between two digests. */
  digest?: string | undefined;
  /** Changes of that state since the digest before: path and new value, or the path alone for a removed part. */
  changes?: Json[][] | undefined;
}

/** A person or the app's start dispatched a thunk, recorded by its name. */
export interface IntentEvent extends TimedEvent {
  kind: 'intent';
  name: string;
  args: Json[];
}

/** The app called its environment: a request, the record store, a lock, a timer, a message to other tabs. */
export interface CallEvent extends TimedEvent {
  kind: 'call';
  id: number;
  what: string;
  with: Json;
}

/** The response to a call, or the name of the error that it failed with. */
export interface ResponseEvent extends TimedEvent {
  kind: 'response';
  id: number;
  value?: Json | undefined;
  failed?: string | undefined;
}

/** A message of another tab. */
export interface ChannelMessageEvent extends TimedEvent {
  kind: 'message';
  what: string;
  value: Json;
}

/** A value that the environment returned at once: a new id, a random number. */
export interface ValueEvent extends TimedEvent {
  kind: 'value';
  what: string;
  value: Json;
}

/** The route in the address bar changed. */
export interface NavigationEvent extends TimedEvent {
  kind: 'navigation';
  route: string;
}

export type RecordedEvent =
  | ActionEvent
  | IntentEvent
  | CallEvent
  | ResponseEvent
  | ChannelMessageEvent
  | ValueEvent
  | NavigationEvent;
