import type { Transport } from '../../api/client/transport';
import { classify } from './classify';

export interface ResponseHooks {
  /** The server responded with success: a good moment to send what waits. */
  onSuccess?(): void;
  /** The server asked to be left alone, for so long if it said so, in ms. */
  onBusy(retryAfterMs: number | null): void;
}

/** A transport that says what its responses mean for the queue. */
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
