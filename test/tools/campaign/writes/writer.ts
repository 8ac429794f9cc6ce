import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FaultProxy } from '../../../browser/proxy/faultProxy';
import type { StockedLocation } from '../../../support/server/aStockedLocation';
import type { RestartableServer } from './restartableServer';
import type { WriteFault } from './writeFaults';

const PATIENCE_MS = 20_000;
/** A try that is known to hang is given up soon. */
const HANGING_PATIENCE_MS = 1_000;
const BETWEEN_TRIES_MS = 50;
const AT_ONCE = 5;
const CREATED = 201;
/** Responses after which the same bytes are sent again; anything else but 201 fails the write. */
const AGAIN = new Set([0, 200, 408, 409, 425, 429, 500, 502, 503, 504]);

/** A device that sends its writes one after the other, each until the server acknowledges it. */
export interface Writer {
  cookie: string;
  store: StockedLocation;
  proxy: FaultProxy;
  server: RestartableServer;
  restartDatabase(): Promise<void>;
  /** Every request that left. */
  countTry(): void;
}

const keyOf = (number: number) => `campaign-write-${String(number).padStart(8, '0')}`;

function bodyOf({ store }: Writer, number: number): string {
  const line = (packaging: string) => ({ item: store.itemId, quantity: number, packaging });
  return JSON.stringify({ location: store.locationId, box: store.boxIds[0], lines: [line('each'), line('pack')] });
}

/** The status of a whole response; 0 when there was none. */
function send(writer: Writer, number: number, patience: number, killAt?: string): Promise<number> {
  writer.countTry();
  const body = bodyOf(writer, number);
  const headers = {
    cookie: writer.cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': keyOf(number),
    ...(killAt !== undefined && { 'kill-at': killAt }),
  };
  return new Promise((resolve) => {
    const url = new URL('/api/deliveries', writer.proxy.url);
    const sent = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(patience) }, (response) => {
      response.resume();
      response.once('error', () => resolve(0));
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

/** The first try, with its fault. */
async function sendInto(writer: Writer, number: number, fault: WriteFault | undefined): Promise<number> {
  const { proxy, server } = writer;
  const once = (killAt?: string) => send(writer, number, PATIENCE_MS, killAt);
  switch (fault?.kind) {
    case undefined:
      return await once();
    case 'network': {
      const isSilent = fault.fault.kind === 'hang' || fault.fault.kind === 'hangAfter';
      const rule = proxy.meet(({ idempotencyKey }) => idempotencyKey === keyOf(number), fault.fault, { times: 1 });
      const status = await send(writer, number, isSilent ? HANGING_PATIENCE_MS : PATIENCE_MS);
      const { met } = rule;
      rule.remove();
      if (met === 0) throw new Error(`No fault met write ${number}`);
      return status;
    }
    case 'kill': {
      const before = server.kills();
      const status = await once(fault.point);
      for (const end = Date.now() + PATIENCE_MS; server.kills() === before; await setTimeout(BETWEEN_TRIES_MS))
        if (Date.now() > end) throw new Error(`The server did not kill itself at "${fault.point}"`);
      return status;
    }
    case 'parallel': {
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => once()));
      return statuses.includes(CREATED) ? CREATED : (statuses[0] ?? 0);
    }
    case 'serverKill': {
      const [status] = await Promise.all([once(), server.restart('SIGKILL')]);
      return status;
    }
    case 'databaseRestart': {
      const [status] = await Promise.all([once(), writer.restartDatabase()]);
      return status;
    }
  }
}

/** Sends one write until it is acknowledged; an error names a response that no write of the campaign may get. */
export async function write(writer: Writer, number: number, fault: WriteFault | undefined): Promise<void> {
  let status = await sendInto(writer, number, fault);
  while (status !== CREATED) {
    if (!AGAIN.has(status)) throw new Error(`Write ${number} got ${status}`);
    await setTimeout(BETWEEN_TRIES_MS);
    status = await send(writer, number, PATIENCE_MS);
  }
}
