import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startFaultProxy } from '../../browser/proxy/faultProxy';
import { percentile } from '../bench/samples';
import { Device } from './device';
import type { SaveTime } from './page/timing';
import type { Site } from './site';

/** How long an outbox takes to save and to send, while that many wait. */
export interface Times {
  waiting: number;
  /** Until the app may show a delivery as saved, ms, p50. */
  shown: number;
  /** Until the page had written, ms, p50; `null` when it wrote nothing, as a client whose worker writes. */
  written: number | null;
  /** Deliveries per second after the network was back. */
  sentPerSecond: number;
  /** What still waited when the time was over. */
  left: number;
}

const SAVES = 9;
const FILL_MAX_MS = 120_000;
const SEND_MAX_MS = 120_000;
const POLL_MS = 100;

const round = (value: number) => Number(value.toFixed(1));

function medians(times: readonly SaveTime[]): Pick<Times, 'shown' | 'written'> {
  const written = times.flatMap((time) => (time.written === null ? [] : [time.written]));
  return {
    shown: round(
      percentile(
        times.map(({ shown }) => shown),
        0.5,
      ),
    ),
    written: written.length * 2 > times.length ? round(percentile(written, 0.5)) : null,
  };
}

/** Lets the network come back, and waits until everything is sent or the time is over. */
async function timeSending(device: Device, page: Page, count: number): Promise<Pick<Times, 'sentPerSecond' | 'left'>> {
  const from = Date.now();
  await device.goOnline();
  let left = count;
  while (left > 0 && Date.now() - from < SEND_MAX_MS) {
    await setTimeout(POLL_MS);
    left = await page.evaluate(() => window.outbox?.waiting() ?? 0);
  }
  return { sentPerSecond: round(((count - left) * 1_000) / (Date.now() - from)), left };
}

/** Fills the outbox of a client without a network, saves a few more one by one, and sends everything. */
export async function timeClient(site: Site, client: string, waiting: number): Promise<Times> {
  const proxy = await startFaultProxy(site.url);
  const device = new Device(site, proxy, client, await site.newTarget());
  try {
    const page = await device.open();
    await device.goOffline();
    const filled = await page.evaluate(({ count, limitMs }) => window.fillOutbox?.(count, limitMs) ?? 0, {
      count: waiting,
      limitMs: FILL_MAX_MS,
    });
    const times = await page.evaluate((saves) => window.timeSaves?.(saves) ?? [], SAVES);
    return { waiting: filled, ...medians(times), ...(await timeSending(device, page, filled + SAVES)) };
  } finally {
    await device.remove();
    await proxy.close();
  }
}
