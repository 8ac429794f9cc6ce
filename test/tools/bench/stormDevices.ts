import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { parseStormPlan, type StormResult } from './stormMessages';

/**
 * The devices of `storm.ts`, in a process of their own: each sends its entries one after the other, each until the
 * server has recorded it, as the queue of the app does. At the end it prints what became of them as JSON.
 */

const { address, cookies, entries } = parseStormPlan(process.argv[2] ?? '');
const result: StormResult = { acknowledged: 0, refused: 0, failed: 0, ms: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const lines = [0, 1, 2].map((item) => ({ item: `i${item}`, quantity: 1, packaging: 'each' }));
const body = JSON.stringify({ location: 'l0', box: 'l0b1', lines });

/** The status and `Retry-After` in seconds of one try; status 0 when there was no response. */
function send(cookie: string, key: string): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
      'captured-at': new Date().toISOString(),
    };
    const sent = request(`${address}api/deliveries`, { method: 'POST', agent, headers }, (response) => {
      const retryAfter = Number(response.headers['retry-after'] ?? 1);
      response.resume().once('end', () => resolve({ status: response.statusCode ?? 0, retryAfter }));
    });
    sent.once('error', () => resolve({ status: 0, retryAfter: 1 }));
    sent.end(body);
  });
}

async function runDevice(cookie: string, device: number): Promise<void> {
  for (let entry = 0; entry < entries; entry += 1) {
    for (;;) {
      const { status, retryAfter } = await send(cookie, `storm-device-${device}-entry-${entry}`);
      if (status === 201) break;
      if (status === 503) result.refused += 1;
      else result.failed += 1;
      await setTimeout(retryAfter * 1000);
    }
    result.acknowledged += 1;
  }
}

const begun = performance.now();
await Promise.all(cookies.map(runDevice));
result.ms = performance.now() - begun;
agent.destroy();
console.log(JSON.stringify(result));
