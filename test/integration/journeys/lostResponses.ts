import { IDEMPOTENCY_KEY_HEADER } from '../../../src/contract/headers';
import type { RepsDay } from '../../support/app/aRepsDay';

export const serverError = () => Response.json({ error: 'Something broke' }, { status: 500 });

/** The next write is recorded, and its response is `failure()`, which throws for no response. */
export function recordThen({ device }: RepsDay, failure: () => Response): void {
  device.network.passing = async (request, send) => {
    if (request.method === 'GET') return send();
    device.network.passing = null;
    await send();
    return failure();
  };
}

/**
 * Notes the ids of the writes from now on, in the order sent. `respond` may give the response to the write of that
 * number, counted from 1, in the place of the server, which has carried it out.
 */
export function noteWriteIds({ device }: RepsDay, respond: (count: number) => Response | null): (string | null)[] {
  const ids: (string | null)[] = [];
  device.network.passing = async (request, send) => {
    if (request.method === 'GET') return send();
    const count = ids.push(request.headers.get(IDEMPOTENCY_KEY_HEADER));
    const response = await send();
    return respond(count) ?? response;
  };
  return ids;
}
