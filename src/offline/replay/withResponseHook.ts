import type { HttpError } from '../../api/client/errors';
import type { HttpRequest, Transport } from '../../api/client/transport';
import { firstLoadCalls } from '../../contract/firstLoadCalls';
import { classify } from './classify';

export interface ResponseHooks {
  /** Called on a success response, so that waiting entries are sent. */
  onSuccess?(): void;
  /** Called when the server asks for a pause. `retryAfterMs`: its length, `null` when not given. */
  onBusy(retryAfterMs: number | null): void;
}

const TOO_MANY_REQUESTS = 429;

/** Sign-in, sign-out and registration. The other public calls are reads, whose limit is that of the whole server. */
const PUBLIC_WRITES: ReadonlySet<string> = new Set(
  Object.values(firstLoadCalls)
    .filter(({ access, method }) => access === 'public' && method === 'POST')
    .map(({ path }) => path),
);

/**
 * Whether a response asks the queue for a pause. A limit (429) on a public write does not: it counts the tries of
 * anybody, such as sign-ins with a mistyped password.
 */
function asksForPause({ path }: HttpRequest, failure: HttpError): boolean {
  return classify(failure) === 'busy' && !(failure.status === TOO_MANY_REQUESTS && PUBLIC_WRITES.has(path));
}

/** Wraps a transport so that its responses are reported to the queue. */
export function withResponseHook(transport: Transport, { onSuccess, onBusy }: ResponseHooks): Transport {
  return async (request) => {
    const response = await transport(request);
    if (response.ok) onSuccess?.();
    else if (response.failure.kind === 'http' && asksForPause(request, response.failure)) {
      onBusy(response.failure.retryAfterMs);
    }
    return response;
  };
}
