/** The request headers that carry what a body of spec §7 has no field for. */

/** The entry's id, the same on every try of one write: it takes effect once. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** When the person made the change, as an ISO instant; the server keeps it within its bounds. */
export const CAPTURED_AT_HEADER = 'Captured-At';
/** The id of the user who made the change: another user's session is refused with 401. */
export const CAPTURED_BY_HEADER = 'Captured-By';
/** The server's instant of the item list that the form showed, as an ISO instant: the write is priced at it. */
export const PRICES_AS_OF_HEADER = 'Prices-As-Of';
