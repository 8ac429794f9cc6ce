import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import * as z from 'zod/mini';
import { CALL_TIMEOUT_MS } from '../../../src/domain/constants';
import { HOUR_MS } from '../../../src/domain/durations';
import { ITEMS } from './server/fill';
import { parseStormPlan, type StormResult } from './stormMessages';

/**
 * The devices of `storm.ts`, in a process of their own: each sends its entries one after the other, each until the
 * server has recorded it, as the queue of the app does, and gives up a try after as long as the app. At the end it
 * prints what became of them as JSON.
 */

const { urls, cookies, entries, locations, name } = parseStormPlan(process.argv[2] ?? '');
const result: StormResult = { refused: 0, failed: {}, acknowledgements: [], deviceMs: [], ms: 0 };
const createdSchema = z.object({ _id: z.string() });
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const LINES = 3;

/** A delivery to the location of a device. Devices and entries have different items. */
function bodyOf(device: number, entry: number): string {
  const location = `l${device % locations}`;
  const lines = Array.from({ length: LINES }, (_, line) => ({
    item: `i${(device + LINES * entry + line) % ITEMS}`,
    quantity: 1,
    packaging: 'each',
  }));
  return JSON.stringify({ location, box: `${location}b1`, lines });
}

interface Try {
  /** 0 when there was no response. */
  status: number;
  /** In seconds. */
  retryAfter: number;
  body: string;
}

function send(url: string, cookie: string, key: string, body: string): Promise<Try> {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
      // Captured during the outage: the server runs only older writes in turn.
      'captured-at': new Date(Date.now() - HOUR_MS).toISOString(),
    };
    const failed = () => resolve({ status: 0, retryAfter: 1, body: '' });
    const sent = request(`${url}api/deliveries`, { method: 'POST', agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = Number(response.headers['retry-after'] ?? 1);
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once('error', failed);
      response.once('end', () => resolve({ status, retryAfter, body: text }));
    });
    sent.setTimeout(CALL_TIMEOUT_MS, () => sent.destroy(new Error('No response in time')));
    sent.once('error', failed);
    sent.end(body);
  });
}

async function runDevice(cookie: string, device: number): Promise<void> {
  const begun = performance.now();
  let tries = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const key = `${name}-device-${device}-entry-${entry}`;
    const delivery = bodyOf(device, entry);
    for (;;) {
      const url = urls[(device + tries) % urls.length] ?? '';
      tries += 1;
      const { status, retryAfter, body: text } = await send(url, cookie, key, delivery);
      if (status === 201) {
        result.acknowledgements.push([createdSchema.parse(JSON.parse(text))._id, Date.now()]);
        break;
      }
      if (status === 503) result.refused += 1;
      else result.failed[status] = (result.failed[status] ?? 0) + 1;
      await setTimeout(retryAfter * 1000);
    }
  }
  result.deviceMs.push(performance.now() - begun);
}

const begun = performance.now();
await Promise.all(cookies.map(runDevice));
result.ms = performance.now() - begun;
agent.destroy();
console.log(JSON.stringify(result));
