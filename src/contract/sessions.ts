import * as z from 'zod/mini';
import { idSchema, instantSchema } from './common';

const ownSessionSchema = z.object({
  /** Names the session, and cannot be used to sign in. */
  _id: idSchema,
  /** What the browser calls itself; empty when it did not say. */
  userAgent: z.string(),
  /** The IP address that signed in; empty for a session that began before addresses were recorded. */
  ip: z.string(),
  createdAt: instantSchema,
  /** Exact to the minute. */
  lastSeenAt: instantSchema,
  /** Whether it is the session of this very call. */
  current: z.boolean(),
});
/** A session of the user who asks. */
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** This session first, then the most recently used. */
export const sessionListSchema = z.array(ownSessionSchema);
