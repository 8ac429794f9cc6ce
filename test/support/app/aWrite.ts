/** What the endpoint of a form that was just opened is handed, over nothing and with a price list of no known time. */
export function aWrite<Body>(body: Body, writeId: string = crypto.randomUUID()) {
  return { writeId, body, base: { baseVersion: null, over: null }, pricesAsOf: null };
}
