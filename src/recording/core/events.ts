import type { Json } from './json';

/** When it happened, ms since 1970; `joined`: in one go with the event before, nothing could run in between. */
interface Happened {
  at: number;
  joined?: true | undefined;
}

/** Something that reached the reducers, or a middleware that carries it out. */
export interface ActionEvent extends Happened {
  kind: 'action';
  /** Counts the actions of a recording from 1. */
  n: number;
  action: { type: string; [key: string]: Json };
  /** A person, the browser or a timer of a library dispatched it; without it the app's own middleware did. */
  outside?: true | undefined;
  /** Of the state that all redacted actions so far build; absent between two digests. */
  digest?: string | undefined;
  /** What changed in that state since the digest before: path and new value, or the path alone when it is gone. */
  changes?: Json[][] | undefined;
}

/** A person or the app's start set off a thunk, by its name. */
export interface IntentEvent extends Happened {
  kind: 'intent';
  name: string;
  args: Json[];
}

/** The app asked something of the world outside: a request, the disk, a lock, a timer, a message to other tabs. */
export interface CallEvent extends Happened {
  kind: 'call';
  id: number;
  what: string;
  with: Json;
}

/** The world answered a call, or failed it with the error of that name. */
export interface ResponseEvent extends Happened {
  kind: 'came';
  id: number;
  value?: Json | undefined;
  failed?: string | undefined;
}

/** The world spoke unasked: a message of another tab. */
export interface ChannelMessageEvent extends Happened {
  kind: 'heard';
  what: string;
  value: Json;
}

/** A value taken from the world at once: a new id, a kept count. */
export interface ValueEvent extends Happened {
  kind: 'drew';
  what: string;
  value: Json;
}

/** The address bar shows another route. */
export interface NavigationEvent extends Happened {
  kind: 'place';
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
