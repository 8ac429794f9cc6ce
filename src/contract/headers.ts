/** The headers for data that the bodies of spec §7 have no field for. All are optional. */

/** The queue entry's id, sent with the same bytes on every try: the write takes effect once. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** When the person made the change, as an ISO instant; the server keeps it within its bounds. */
export const CAPTURED_AT_HEADER = 'Captured-At';
/** The id of the user who made the change: another user's session is refused with 401. */
export const CAPTURED_BY_HEADER = 'Captured-By';
/**
 * The instant, in ISO, whose prices a delivery is recorded with: that of the item list which its form showed. The
 * list's response gives it under the same name; its `Date`, the whole second of it, has the same prices. The server
 * keeps it within the last 30 days; without it the prices are those of `Captured-At`, without both those of now. A line
 * of an edited delivery that keeps its item and its price kind (by the pack or by the piece) keeps its recorded price.
 */
export const PRICES_AS_OF_HEADER = 'Prices-As-Of';
/**
 * On an update of a delivery or a visit and on a submit: the version that the change was made over, `3` or `"3"`; `*`
 * for any. If the record has another version, the write is refused with 412 (`changedMeanwhileSchema`).
 */
export const IF_MATCH_HEADER = 'If-Match';
/** On a response: `true` when the write took effect earlier, under the same key. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** The id by which the server's log names the request; on every response that is an error. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
