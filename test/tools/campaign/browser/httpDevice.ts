import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '../../../../src/contract/headers';
import { API_BASE_PATH } from '../../../../src/domain/constants';
import { boxes, items } from '../../../../src/server/db/schema';
import type { RealServer } from '../../../browser/fixture/realServer';
import type { Account } from '../../../browser/startServer';
import { callerOf } from '../../../support/server/callerOf';

interface KeyedResponse {
  status: number;
  text: string;
  /** Whether the server says that the write took effect earlier. */
  isRepeat: boolean;
  /** How long the server asks to wait, ms. */
  retryAfterMs: number;
}

/** A device without a screen: it sends its writes by HTTP, past the proxy. */
export interface HttpDevice {
  /** Sends a write under a key once, whatever the response. */
  send(path: string, key: string, body: object): Promise<KeyedResponse>;
  /** Sends a delivery whose quantity is the mark; its key depends on the mark alone. */
  deliver(mark: number): Promise<KeyedResponse>;
  /** Starts the person's visit at a location, or continues it; its id. */
  startVisit(location: string): Promise<string>;
}

/** A device on which this person is signed in. */
export async function httpDevice({ db, url }: RealServer, account: Account): Promise<HttpDevice> {
  const { call, cookie } = await callerOf(url, account);
  const [box] = await db.select().from(boxes);
  const [item] = await db.select().from(items);
  const send = async (path: string, key: string, body: object): Promise<KeyedResponse> => {
    const response = await fetch(`${url}${API_BASE_PATH}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, [IDEMPOTENCY_KEY_HEADER]: key },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      text: await response.text(),
      isRepeat: response.headers.get(REPLAYED_HEADER) === 'true',
      retryAfterMs: 1_000 * Number(response.headers.get('retry-after') ?? 0),
    };
  };
  return {
    send,
    deliver: (mark) =>
      send('/deliveries', `campaign-write-${mark}`, {
        location: box?.locationId,
        box: box?.id,
        lines: [{ item: item?.id, quantity: mark, packaging: 'each' }],
      }),
    startVisit: async (location) => (await call<{ _id: string }>('startVisit', {}, { location }))._id,
  };
}
