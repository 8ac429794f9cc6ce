/** The argument of an endpoint for a newly opened form: over no earlier entry, with a price list of unknown time. */
export function aWrite<Body>(body: Body, writeId: string = crypto.randomUUID()) {
  return { writeId, body, base: { baseVersion: null, over: null }, pricesAsOf: null };
}
