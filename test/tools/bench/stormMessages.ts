import * as z from 'zod/mini';

/** What `storm.ts` tells the process of its devices, and what that answers: JSON on the command line and back. */

const planSchema = z.object({
  /** Of the server, with a slash at its end. */
  address: z.string(),
  /** The session of each device. */
  cookies: z.array(z.string()),
  /** How many entries each device sends. */
  entries: z.number(),
});
export type StormPlan = z.infer<typeof planSchema>;
export const parseStormPlan = (text: string): StormPlan => planSchema.parse(JSON.parse(text));

const resultSchema = z.object({
  /** Entries that the server recorded. */
  acknowledged: z.number(),
  /** Tries that got 503. */
  refused: z.number(),
  /** Tries that got another status or no response. */
  failed: z.number(),
  ms: z.number(),
});
export type StormResult = z.infer<typeof resultSchema>;
export const parseStormResult = (text: string): StormResult => resultSchema.parse(JSON.parse(text));
