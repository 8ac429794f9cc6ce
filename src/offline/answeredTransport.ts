import type { Transport } from '../api/transport';

/** A transport that tells when the server answered with success: a good moment to send what waits. */
export function answeredTransport(transport: Transport, onAnswered: () => void): Transport {
  return async (request) => {
    const answer = await transport(request);
    if (answer.ok) onAnswered();
    return answer;
  };
}
