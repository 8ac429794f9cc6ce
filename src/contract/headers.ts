/** The headers for data that the bodies of spec §7 have no field for. All are optional. */

/** The queue entry's id, sent with the same bytes on every try: the write takes effect once. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** When the person made the change, as an ISO instant; the server limits it to the last 30 days. */
export const CAPTURED_AT_HEADER = 'Captured-At';
/** The id of the user who made the change: another user's session is refused with 401. */
export const CAPTURED_BY_HEADER = 'Captured-By';
/**
 * The instant (ISO) whose prices apply to a delivery: that of the item list that the form showed. The list's response
 * sends it under the same name; its `Date`, rounded down to the second, has the same prices. The server limits it to
 * the last 30 days. Without it `Captured-At` applies, without both the time of receipt. A line that keeps its item and
 * price kind (by the pack or by the piece) keeps its recorded price.
 */
export const PRICES_AS_OF_HEADER = 'Prices-As-Of';
/**
 * On an update of a delivery, a visit, an item, a location or a box, and on a submit: the version that the change was
 * made over, `3` or `"3"`; `*` for any. If the record has another version, the write is refused with 412
 * (`changedMeanwhileSchema`).
 */
export const IF_MATCH_HEADER = 'If-Match';
/** On a response: `true` when the write took effect earlier, under the same key. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** The id by which the server's log names the request; on every response that is an error. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
