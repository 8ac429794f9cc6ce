import { CALL_TIMEOUT_MS, LONGEST_TRY_MS } from '../../domain/constants';
import { SECOND_MS } from '../../domain/durations';
import { PUBLIC_BODY_BYTES } from './bodyLimits';

/** The longest path parameter: an `Idempotency-Key` of 128 characters, each percent-encoded. */
const PARAMETER_LENGTH_MAX = 3 * 128;
/** Longer than our client waits for the response to a waiting change that it sends over a slow connection. */
const REQUEST_TIMEOUT_MS = LONGEST_TRY_MS + 5 * SECOND_MS;
/** How often the timeouts are checked: a request is ended this much later at most. */
const TIMEOUT_CHECK_MS = 2 * SECOND_MS;
const CONNECTION_TIMEOUT_MS = 60_000;

/** How long a client may take to send the headers of a request, ms. */
export const HEADERS_TIMEOUT_MS = CALL_TIMEOUT_MS;

/** The options of Fastify that limit what one request or connection can cost. */
export const requestLimits = {
  // For paths outside the contract; every route of the contract sets its own limit.
  bodyLimit: PUBLIC_BODY_BYTES,
  http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS },
  routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: CONNECTION_TIMEOUT_MS,
};
