import type { BrowserContext } from '@playwright/test';
import { paths } from '../../../src/paths';
import { expect } from '../appTest';
import { ADA, CLEO, EAST, NORTH, SOUTH } from '../fixture/fixtures';
import { colas } from '../fixture/lineFixtures';
import { buildNewer } from '../fixture/newerBuild';
import { findNewer } from '../fixture/release';
import type { RealServer } from '../fixture/realServer';
import type { FaultProxy } from '../proxy/faultProxy';
import { refusal } from '../proxy/faults';
import { isWrite, type Match } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { type Rep, rep } from '../rep/rep';
import { startRecording } from './recorder';

/** What a day is lived with. */
export interface Scene {
  ada: Rep;
  context: BrowserContext;
  network: FaultProxy;
  server: RealServer;
  signal: { lose(): Promise<void>; regain(): Promise<void> };
}

/** A day worth keeping: it starts the recording itself, when it has come to the point. */
export interface Day {
  /** Name of its file in `test/unit/recording/fixtures`. */
  name: string;
  title: string;
  live: (scene: Scene) => Promise<void>;
}

/** Signed in, with everything on the device that a day without signal needs, and recorded from here on. */
async function begin({ ada }: Scene, title: string): Promise<void> {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await startRecording(ada.page, title);
}

/**
 * The signal is back, and the person looks at the app. A page that Chromium opened without a signal is not told that
 * there is one again; then the look is what starts a pass, not the wait for a timer.
 */
async function regain({ ada, signal }: Scene): Promise<void> {
  await signal.regain();
  await ada.page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** What the newer version of the day with the update brings. */
const NEWER_WORDS = { file: 'domain/messages.ts', find: "'Unknown rep'", replace: "'Rep not known'" };

export const DAYS: Day[] = [
  {
    name: 'dayOnline',
    title: 'A day online',
    async live(scene) {
      const { ada } = scene;
      await begin(scene, this.title);
      await ada.openVisit(SOUTH.name);
      for (const box of ['Box 1', 'Box 2', 'Box 3']) expect(await ada.refill(box, colas(4))).toBe('sent');
      expect(await ada.submitVisit('completed', 'Shelves are full')).toBe('sent');
    },
  },
  {
    name: 'dayOffline',
    title: 'A day offline',
    async live(scene) {
      const { ada, signal } = scene;
      await begin(scene, this.title);
      const visit = await ada.openVisit(NORTH.name);
      await signal.lose();
      expect(await ada.refill('Box 1', colas(2))).toBe('saved locally');
      await ada.openVisit(NORTH.name);
      expect(await ada.refill('Box 2', colas(2))).toBe('saved locally');
      await ada.page.goto(paths.visit(visit));
      expect(await ada.submitVisit('partial', 'No signal in the cellar')).toBe('saved locally');
      await regain(scene);
      await expectWaiting(ada.page, 0);
    },
  },
  {
    name: 'visitStartedOffline',
    title: 'A visit started offline',
    async live(scene) {
      const { ada, signal } = scene;
      await begin(scene, this.title);
      await signal.lose();
      await ada.openVisit(EAST.name);
      expect(await ada.refill('Box 1', colas(7))).toBe('saved locally');
      await expectWaiting(ada.page, 2);
      await regain(scene);
      await expectWaiting(ada.page, 0);
      await ada.openVisit(EAST.name);
      expect(await ada.refill('Box 2', colas(8))).toBe('sent');
    },
  },
  {
    name: 'twoTabs',
    title: 'Two tabs',
    async live(scene) {
      const { ada, context, signal } = scene;
      await begin(scene, this.title);
      const other = rep(await context.newPage());
      await other.page.goto(paths.locations());
      await signal.lose();
      expect(await ada.deliver(NORTH.name, 'Box 1', colas(1))).toBe('saved locally');
      expect(await other.deliver(NORTH.name, 'Box 2', colas(2))).toBe('saved locally');
      await expectWaiting(ada.page, 2);
      await regain(scene);
      await expectWaiting(ada.page, 0);
      await expectWaiting(other.page, 0);
      await other.page.close();
    },
  },
  {
    name: 'sessionEnded',
    title: 'A session that ended',
    async live(scene) {
      const { ada, server, signal } = scene;
      await begin(scene, this.title);
      await signal.lose();
      expect(await ada.deliver(NORTH.name, 'Box 1', colas(3))).toBe('saved locally');
      await server.endSessions();
      await regain(scene);
      await expect(ada.page).toHaveURL(/login/);
      await ada.signIn(ADA);
      await expectWaiting(ada.page, 0);
    },
  },
  {
    name: 'refusedEntry',
    title: 'A refused entry',
    async live(scene) {
      const { ada, network, signal } = scene;
      await begin(scene, this.title);
      await signal.lose();
      for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, `Box ${mark}`, colas(mark));
      const isSecond: Match = (request) => isWrite(request) && request.body.includes('"quantity":2');
      const refusing = network.meet(isSecond, refusal(422, 'This box is out of order.'));
      await regain(scene);
      await expectWaiting(ada.page, 1);
      // Not by a URL: a start of the app tries what was refused by itself.
      await ada.page.getByRole('link', { name: '1 not sent' }).first().click();
      await expect(ada.page.getByText(/This box is out of order/)).toBeVisible();
      refusing.remove();
      await ada.page.getByRole('button', { name: 'Sync now' }).click();
      await expect(ada.page.getByText(/Nothing waits/)).toBeVisible();
    },
  },
  {
    name: 'updateInTheMiddle',
    title: 'An update in the middle',
    async live(scene) {
      const { ada, server, signal } = scene;
      const folder = await buildNewer([NEWER_WORDS]);
      await begin(scene, this.title);
      await signal.lose();
      expect(await ada.deliver(NORTH.name, 'Box 1', colas(5))).toBe('saved locally');
      await server.stop();
      await server.start(folder);
      await regain(scene);
      await expectWaiting(ada.page, 0);
      await findNewer(ada.page);
      await expect(ada.page.getByText('A new version is ready.')).toBeVisible();
      await Promise.all([ada.page.waitForEvent('load'), ada.page.getByRole('button', { name: 'Reload' }).click()]);
      expect(await ada.deliver(NORTH.name, 'Box 2', colas(6))).toBe('sent');
    },
  },
  {
    name: 'adminsMorning',
    title: "An admin's morning",
    async live({ ada }) {
      const { page } = ada;
      await ada.signIn(CLEO);
      await readyForNoSignal(page);
      await startRecording(page, this.title);
      await page.goto(paths.dashboard());
      await expect(page.getByRole('heading', { name: 'Top Items' })).toBeVisible();
      await page.goto(paths.newItem());
      await page.getByLabel('Name').fill('Lemonade');
      await page.getByLabel('SKU').fill('LEMON-1');
      await page.getByLabel('Price per pack').fill('9.99');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('rowheader', { name: 'Lemonade' })).toBeVisible();
      await page.goto(paths.users());
      await page.getByLabel('Active: Bo Rep').click();
      await expect(page.getByLabel('Active: Bo Rep')).not.toBeChecked();
      await page.goto(paths.reports());
      await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Reps' }).click()]);
    },
  },
];
