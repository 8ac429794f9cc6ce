import type { Transport } from '../../api/transport';

/** A transport that says when the server responded with success: a good moment to send what waits. */
export function withResponseHook(transport: Transport, onResponse: () => void): Transport {
  return async (request) => {
    const response = await transport(request);
    if (response.ok) onResponse();
    return response;
  };
}
