import * as z from 'zod/mini';

export const healthResponseSchema = z.object({
  ok: z.literal(true),
  /** The server's clock, by which a device learns how far off its own is. */
  now: z.string(),
});
export type Health = z.infer<typeof healthResponseSchema>;
