import type { Truth } from './truth';

/** A server the proofs run against, with the cast (`cast.ts`) in it. */
export interface Backend {
  /** http://127.0.0.1:<port>, serves the built app and /api. */
  address: string;
  /** Empties it and puts the cast in place. */
  reset(): Promise<void>;
  /** What its tables hold now. */
  truth(): Promise<Truth>;
  /** Ends every session, as a server does whose session table was lost. */
  endSessions(): Promise<void>;
  close(): Promise<void>;
}
