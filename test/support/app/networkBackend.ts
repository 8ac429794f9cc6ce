import type { NetworkBackend, ServerRequest } from './faultyNetwork';
import type { SignedIn, TestServer } from '../server/harness';
import {
  CAPTURED_AT_HEADER,
  CAPTURED_BY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IF_MATCH_HEADER,
  PRICES_AS_OF_HEADER,
} from '../../../src/contract/headers';

function headersOf({ key, capturedAt, capturedBy, ifMatch, pricesAsOf }: ServerRequest): Record<string, string> {
  return {
    ...(key && { [IDEMPOTENCY_KEY_HEADER]: key }),
    ...(capturedAt && { [CAPTURED_AT_HEADER]: capturedAt }),
    ...(capturedBy && { [CAPTURED_BY_HEADER]: capturedBy }),
    ...(ifMatch && { [IF_MATCH_HEADER]: ifMatch }),
    ...(pricesAsOf && { [PRICES_AS_OF_HEADER]: pricesAsOf }),
  };
}

/** The real server behind a faulty network. `people` are those whose cookie the device may carry, by their ids. */
export function networkBackend(
  server: TestServer,
  people: ReadonlyMap<string, SignedIn>,
  now: () => number,
): NetworkBackend & { requests: ServerRequest[] } {
  const requests: ServerRequest[] = [];
  return {
    requests,
    async handle(request, session) {
      requests.push(request);
      server.time.now = new Date(now());
      const caller = (session && people.get(session)) || server.anyone;
      const url = `/api${request.path}`;
      const headers = headersOf(request);
      const ask = {
        GET: () => caller.get(url, headers),
        POST: () => caller.post(url, request.body, headers),
        PATCH: () => caller.patch(url, request.body, headers),
        DELETE: () => caller.delete(url, headers),
      }[request.method];
      if (!ask) throw new Error(`The app never asks ${request.method}`);
      const response = await ask();
      const retryAfter = response.headers['retry-after'];
      const served = response.headers[PRICES_AS_OF_HEADER.toLowerCase()];
      return {
        status: response.statusCode,
        json: response.body ? response.json() : null,
        ...(retryAfter === undefined ? {} : { retryAfterS: Number(retryAfter) }),
        ...(served === undefined ? {} : { pricesAsOf: String(served) }),
      };
    },
  };
}
