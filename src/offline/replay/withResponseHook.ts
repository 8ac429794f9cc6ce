import type { Transport } from '../../api/client/transport';
import { classify } from './classify';

export interface ResponseHooks {
  /** Called on a success response, so that waiting entries are sent. */
  onSuccess?(): void;
  /** Called when the server asks for a pause. `retryAfterMs`: its length, `null` when not given. */
  onBusy(retryAfterMs: number | null): void;
}

/** Wraps a transport so that its responses are reported to the queue. */
export function withResponseHook(transport: Transport, { onSuccess, onBusy }: ResponseHooks): Transport {
  return async (request) => {
    const response = await transport(request);
    if (response.ok) onSuccess?.();
    else if (response.failure.kind === 'http' && classify(response.failure) === 'busy') {
      onBusy(response.failure.retryAfterMs);
    }
    return response;
  };
}
