import type { Page } from '@playwright/test';
import { readRecords } from '../../../browser/device/queueRecords';
import { ADA, NORTH } from '../../../browser/fixture/fixtures';
import { test as fixtureTest, expect } from '../../../browser/fixture/fixtureTest';
import { colas } from '../../../browser/fixture/lineFixtures';
import { plantDeliveries } from '../../../browser/fixture/plantDeliveries';
import { isWrite } from '../../../browser/proxy/seenRequests';
import { readyForNoSignal } from '../../../browser/rep/outbox';
import type { Rep } from '../../../browser/rep/rep';
import { users } from '../../../../src/server/db/schema';
import { percentile } from '../../bench/samples';
import { judgeTables, recordedMarks } from '../judgeTables';
import { type CampaignRow, FIGURE_ANNOTATION, ROW_ANNOTATION } from './row';

/** How many entries meet each fault. */
export const ENTRIES = Number(process.env.CAMPAIGN_ENTRIES ?? 10);
const DRAIN_MS = 240_000;
const POLL_MS = 200;

interface Healed {
  page: Page;
  fired: number;
  /** Entries that the fault refuses for good: they stay on the device, and the screen says so. */
  refused?: number;
}

/** What a test of the campaign does with its entries; a mark is the quantity that finds a delivery again. */
export interface Campaign {
  /** Signs Ada in and puts the entries on her device, without a signal, as an app that was closed leaves them. */
  waiting(): Promise<void>;
  /** Delivers by the screen and notes what the app says of it. */
  save(rep: Rep, mark: number): Promise<void>;
  /** Another entry that the test made by itself, under a person's name. */
  entered(mark: number, by?: string): void;
  /** Another entry that the server acknowledged to a device without a screen. */
  acknowledged(mark: number, by: string): void;
  /** A line to print below the table. */
  figure(text: string): void;
  /** Signs Ada in again on a network without faults. */
  signInAgain(): Promise<void>;
  /** Ends all faults, waits until the device has sent everything, judges, and writes the row. */
  judge(healed: Healed): Promise<CampaignRow>;
}

/** The `test` of the campaign: that of every browser proof, with a judge. */
export const test = fixtureTest.extend<{ campaign: Campaign }>({
  campaign: async ({ ada, network, server, signal }, provide, testInfo) => {
    const owners = new Map<number, string>();
    const promised = new Set<number>();
    /** Of these the screen said so. */
    const said = new Set<number>();

    const drained = async (page: Page, refused: number): Promise<number[]> => {
      const begun = Date.now();
      const times: number[] = [];
      let left = Number.POSITIVE_INFINITY;
      while (left > refused && Date.now() - begun < DRAIN_MS) {
        await page.waitForTimeout(POLL_MS);
        const recorded = await server.db.query.deliveries.findMany();
        while (times.length < recorded.length) times.push(Date.now() - begun);
        left = (await readRecords(page, 'entries')).length;
      }
      return times;
    };

    await provide({
      waiting: async () => {
        await ada.signIn(ADA);
        await readyForNoSignal(ada.page);
        await signal.lose();
        await plantDeliveries(ada.page, server, ENTRIES);
        for (let mark = 1; mark <= ENTRIES; mark += 1) {
          owners.set(mark, ADA.name);
          promised.add(mark);
        }
        await ada.page.reload();
        await expect(ada.page.getByRole('link', { name: /\d+ waiting/ }).first()).toBeAttached();
      },
      save: async (rep, mark) => {
        owners.set(mark, ADA.name);
        await rep.deliver(NORTH.name, 'Box 2', colas(mark));
        promised.add(mark);
        said.add(mark);
      },
      entered: (mark, by = ADA.name) => void owners.set(mark, by),
      acknowledged: (mark, by) => {
        owners.set(mark, by);
        promised.add(mark);
      },
      figure: (text) => void testInfo.annotations.push({ type: FIGURE_ANNOTATION, description: text }),
      signInAgain: async () => {
        network.heal();
        await ada.signIn(ADA);
      },
      judge: async ({ page, fired, refused = 0 }) => {
        network.heal();
        await signal.lose();
        await signal.regain();
        const times = await drained(page, refused);
        const left = await readRecords(page, 'entries');
        const people = new Map((await server.db.select().from(users)).map(({ name, id }) => [name, id]));
        const onDisk = new Set(left.map((entry) => Number(/"quantity":(\d+)/.exec(JSON.stringify(entry))?.[1])));
        const arrived = await recordedMarks(server.db);
        const gone = [...promised].filter((mark) => !arrived.has(mark) && !onDisk.has(mark));
        const verdict = await judgeTables(server.db, new Set(), (mark) => people.get(owners.get(mark) ?? '') ?? '', 1);
        const spoken = await page.getByRole('link', { name: /^\d+ (waiting|not sent)$/ }).count();
        const row: CampaignRow = {
          entries: owners.size,
          fired,
          lost: gone.length,
          doubled: verdict.doubled,
          outOfOrder: verdict.outOfOrder,
          misattributed: verdict.misattributed,
          falseSaved: gone.filter((mark) => said.has(mark)).length,
          silent: spoken > 0 ? 0 : left.length,
          stuck: Math.max(0, left.length - refused),
          requestsPerEntry: Number((network.seen.filter(isWrite).length / owners.size).toFixed(2)),
          drainP50: times.length > 0 ? percentile(times, 0.5) : null,
          drainP95: times.length > 0 ? percentile(times, 0.95) : null,
        };
        testInfo.annotations.push({ type: ROW_ANNOTATION, description: JSON.stringify(row) });
        // The entries do not depend on one another: one that waits for its next try may be overtaken.
        const { lost, doubled, misattributed, falseSaved, silent, stuck } = row;
        expect({ lost, doubled, misattributed, falseSaved, silent, stuck }).toEqual({
          lost: 0,
          doubled: 0,
          misattributed: 0,
          falseSaved: 0,
          silent: 0,
          stuck: 0,
        });
        expect(fired, 'a fault that never fired proves nothing').toBeGreaterThan(0);
        return row;
      },
    });
  },
});

export { expect };
