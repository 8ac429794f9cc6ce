import * as z from 'zod/mini';

/** What `storm.ts` tells the process of its devices, and what that reports: JSON on the command line and back. */

const planSchema = z.object({
  /** Of the server's processes, each with a slash at its end; a device goes on to the next one with every try. */
  urls: z.array(z.string()),
  /** The session of each device. */
  cookies: z.array(z.string()),
  /** How many entries each device sends. */
  entries: z.number(),
  /** How many locations the database was filled with; each device delivers to one of them. */
  locations: z.number(),
  /** What the idempotency keys begin with: no two storms on one database may share it. */
  name: z.string(),
});
export type StormPlan = z.infer<typeof planSchema>;
export const parseStormPlan = (text: string): StormPlan => planSchema.parse(JSON.parse(text));

const resultSchema = z.object({
  /** Tries that got 503. */
  refused: z.number(),
  /** Tries that got another status, by status; those without a response under 0. */
  failed: z.record(z.string(), z.number()),
  /** The id of each acknowledged delivery, and when its response came, in ms since the epoch. */
  acknowledgements: z.array(z.tuple([z.string(), z.number()])),
  /** What each device took for all of its entries. */
  deviceMs: z.array(z.number()),
  ms: z.number(),
});
export type StormResult = z.infer<typeof resultSchema>;
export const parseStormResult = (text: string): StormResult => resultSchema.parse(JSON.parse(text));
