import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { readRecords } from '../../../browser/device/queueRecords';
import type { RunningServer } from '../../../browser/startServer';
import { accountOf, openDevice } from '../../looks/devices';
import { makeLocation } from '../../taps/madeLocation';
import { openReady, walkVisit } from '../../taps/walk';

/** A phone with the built app, on which one page works all the time without a reload. */
export interface Phone {
  page: Page;
  session: CDPSession;
  /** The id of the location that it visits, which has had one visit before. */
  location: string;
  /** Walks one visit after the other, each in so many ms, every other one without a signal; gives how many. */
  work(visitMs: number, isOver: () => boolean): Promise<number>;
  close(): Promise<void>;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The first of the list. */
const STORE = '1 Store of the phone';
const LOOK_MS = 500;
const SENT_WITHIN_MS = 120_000;

/** Waits until the device has sent everything. */
async function untilSent(page: Page): Promise<void> {
  for (const end = Date.now() + SENT_WITHIN_MS; (await readRecords(page, 'entries')).length > 0; ) {
    if (Date.now() > end) throw new Error('The phone has not sent what waits');
    await setTimeout(LOOK_MS);
  }
}

export async function openPhone(browser: Browser, server: RunningServer): Promise<Phone> {
  const { locationId: location } = await makeLocation(server.url, server.accounts, STORE, true);
  const { page, close } = await openDevice(browser, server, accountOf(server, 'rep'), PHONE);
  await page.goto('/');
  await openReady(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const work = async (visitMs: number, isOver: () => boolean) => {
    let visits = 0;
    for (; !isOver(); visits += 1) {
      const next = setTimeout(visitMs);
      await walkVisit(page, STORE, 'as last time', visits % 2 === 1);
      await untilSent(page);
      await next;
    }
    return visits;
  };
  return { page, session, location, work, close };
}
