import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { faults } from '../../browser/proxy/faults';
import type { FaultProxy } from '../../browser/proxy/faultProxy';
import type { SeenRequest } from '../../browser/proxy/seenRequests';
import type { Device } from './device';

/** What happens to a device. Afterwards network and disk are sound again. */
export interface Scenario {
  name: string;
  run(device: Device, proxy: FaultProxy): Promise<void>;
}

const SAVES = 10;
const OUTAGE_MS = 4_000;
const RTT_MS = 150;

const marks = (from = 1, to = SAVES) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const isWrite = ({ method, url }: SeenRequest) => method === 'POST' && url.startsWith('/api/deliveries');
const isWorkCall = ({ url }: SeenRequest) => url.startsWith('/api/') && !url.startsWith('/api/auth/login');
const unavailable = {
  kind: 'response',
  status: 503,
  contentType: 'application/json',
  body: '{"error":"Busy"}',
} as const;

/** Opens the client, saves all marks without a network, and waits until a careful library has them on disk. */
async function savedOffline(device: Device): Promise<Page> {
  const page = await device.open();
  await device.goOffline();
  await device.save(page, marks());
  await setTimeout(OUTAGE_MS);
  return page;
}

export const scenarios: Scenario[] = [
  {
    name: 'offline, closed, opened again online',
    async run(device) {
      await savedOffline(device);
      await device.close();
      await device.goOnline();
      await device.open();
    },
  },
  {
    name: 'killed right after the last "saved"',
    async run(device) {
      const page = await device.open();
      await device.goOffline();
      await device.save(page, marks());
      await device.kill();
      await device.goOnline();
      await device.open();
    },
  },
  {
    name: 'killed while it sends',
    async run(device, proxy) {
      const page = await savedOffline(device);
      proxy.meet(isWrite, { kind: 'delay', ms: RTT_MS });
      const from = proxy.seen.length;
      proxy.online();
      await page.context().setOffline(false);
      await proxy
        .sees((request) => isWrite(request) && proxy.seen.slice(from).filter(isWrite).length >= 3, { from })
        .catch(() => undefined);
      await device.kill();
      await device.goOnline();
      await device.open();
    },
  },
  {
    name: 'the response is lost after the server has acted',
    async run(device, proxy) {
      const page = await device.open();
      for (let skip = 0; skip < SAVES; skip += 2) proxy.meet(isWrite, faults.dropAfter, { times: 1, skip });
      await device.save(page, marks());
      await setTimeout(OUTAGE_MS);
    },
  },
  {
    name: 'two tabs, offline, then online',
    async run(device) {
      const [first, second] = [await device.open(), await device.open()];
      await device.goOffline();
      await device.save(first, marks(1, SAVES / 2));
      await device.save(second, marks(SAVES / 2 + 1));
      await setTimeout(OUTAGE_MS);
      await device.goOnline();
    },
  },
  {
    name: 'the page of a shop’s WiFi in place of every response',
    async run(device, proxy) {
      const page = await device.open();
      proxy.meet(isWorkCall, faults.captivePortal);
      await device.save(page, marks());
      await setTimeout(OUTAGE_MS);
    },
  },
  {
    name: 'the server is busy (503)',
    async run(device, proxy) {
      const page = await device.open();
      proxy.meet(isWorkCall, unavailable);
      await device.save(page, marks());
      await setTimeout(OUTAGE_MS);
    },
  },
  {
    name: 'signed out meanwhile (401)',
    async run(device, proxy) {
      const page = await savedOffline(device);
      proxy.meet(isWorkCall, faults.signedOut);
      proxy.online();
      await page.context().setOffline(false);
      await setTimeout(OUTAGE_MS);
    },
  },
  {
    name: 'the disk is full, then the tab is closed',
    async run(device) {
      const page = await device.open();
      await device.fillDisk(page);
      await device.goOffline();
      await device.save(page, marks());
      await setTimeout(OUTAGE_MS);
      await device.close();
      await device.goOnline();
      await device.open();
    },
  },
  {
    name: 'one is refused among the others',
    async run(device) {
      const page = await device.open();
      await device.goOffline();
      await device.save(page, [...marks(1, 3), 0, ...marks(4)]);
      await setTimeout(OUTAGE_MS);
    },
  },
];
