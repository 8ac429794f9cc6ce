// @vitest-environment node
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { QueuedCallName } from '../../../../src/contract/calls';
import { audit } from '../../../../src/server/db/auditSchema';
import { deliveries, deliveryLines, visits } from '../../../../src/server/db/schema';
import { deliver } from '../../../support/server/aStockedLocation';
import type { FaultyDevice, Tab } from '../../../support/app/faultyDevice';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';
import type { RepAtWork } from '../../../support/app/repAtWork';

const setUp = setUpQueueFixture();

/** A queued call: what must be there first, what the rep presses, and how often it took effect on the server. */
interface Call {
  prepare(fixture: QueueFixture): Promise<{ press(work: RepAtWork): Promise<unknown>; effects(): Promise<number> }>;
}

const calls: { [Name in QueuedCallName]: Call } = {
  startVisit: {
    prepare: async ({ server }) => ({
      press: (work) => work.startVisit(),
      effects: () => server.db.$count(visits),
    }),
  },
  createDelivery: {
    prepare: async ({ server, openVisit }) => {
      const visit = await openVisit();
      return { press: (work) => work.deliver(0, visit), effects: () => server.db.$count(deliveries) };
    },
  },
  updateDelivery: {
    prepare: async ({ server, rep, location, openVisit }) => {
      const visit = await openVisit();
      const { _id } = await deliver(rep, location, 0, visit);
      return {
        press: (work) => work.edit(_id, visit, 9),
        effects: async () => {
          const edits = await server.db.$count(audit, eq(audit.entityId, _id));
          const written = await server.db.$count(deliveryLines, eq(deliveryLines.quantityHundredths, 900));
          expect(written).toBe(edits);
          return edits;
        },
      };
    },
  },
  submitVisit: {
    prepare: async ({ server, rep, location, openVisit }) => {
      const visit = await openVisit();
      await deliver(rep, location, 0, visit);
      return {
        press: (work) => work.submit(visit),
        effects: () => server.db.$count(visits, and(eq(visits.id, visit), eq(visits.note, 'All done'))),
      };
    },
  },
  updateVisit: {
    prepare: async ({ server, rep, location, work, openVisit }) => {
      const visit = await openVisit();
      await deliver(rep, location, 0, visit);
      await work.submit(visit);
      return {
        press: (one) => one.update(visit, { outcome: 'skipped', note: 'Closed' }),
        effects: () => server.db.$count(audit, eq(audit.entityId, visit)),
      };
    },
  },
};

type KillPoints = Record<string, (device: FaultyDevice, kill: () => void) => void>;

const afterTheAppend: KillPoints = {
  'request sent': (device, kill) => onWrite(device, 'sent', kill),
  'response received': (device, kill) => onWrite(device, 'responded', kill),
  'id map written, not yet committed': (device, kill) => atCommit(device, 'before', 'delete entries', kill),
  'entry removed': (device, kill) => atCommit(device, 'after', 'delete entries', kill),
};

/** The moments of invariant 10, each as what kills the tab right there. */
const firstTryPoints: KillPoints = {
  'before append': (device, kill) => atCommit(device, 'before', 'put entries', kill),
  'after append': (device, kill) => atCommit(device, 'after', 'put entries', kill),
  ...afterTheAppend,
};

/** The same in a pass, which notes that it sends where a first try appends. */
const passPoints: KillPoints = {
  'before the note of the pass': (device, kill) => atCommit(device, 'before', 'put meta pass', kill),
  'after the note of the pass': (device, kill) => atCommit(device, 'after', 'put meta pass', kill),
  ...afterTheAppend,
};

function atCommit(device: FaultyDevice, when: 'before' | 'after', what: string, kill: () => void): void {
  device.disk.onCommit = (moment, written) => {
    if (moment === when && written.some((one) => one.startsWith(what))) kill();
  };
}

function onWrite(device: FaultyDevice, when: 'sent' | 'responded', kill: () => void): void {
  device.network.onWire = (moment, { method }) => {
    if (moment === when && method !== 'GET') kill();
  };
}

/** Arms the kill; gives whether it has come. */
function arm(device: FaultyDevice, tab: Tab, armPoint: KillPoints[string] | undefined): { killed: boolean } {
  const armed = { killed: false };
  armPoint?.(device, () => {
    if (armed.killed) return;
    armed.killed = true;
    tab.kill();
  });
  return armed;
}

async function restart({ device }: QueueFixture): Promise<Tab> {
  device.disk.onCommit = () => undefined;
  device.network.onWire = () => undefined;
  return device.open();
}

describe.each(Object.entries(calls))('%s', (_name, call) => {
  it.each(Object.keys(firstTryPoints))('10 killed on its first try at: %s', async (point) => {
    const fixture = await setUp();
    const { device, tab, work } = fixture;
    const prepared = await call.prepare(fixture);
    const armed = arm(device, tab, firstTryPoints[point]);
    void prepared.press(work);
    await device.clock.settle();
    expect(armed.killed).toBe(true);
    expect(await prepared.effects()).toBeLessThanOrEqual(1);
    const later = await restart(fixture);
    // Before the append nothing was said and nothing kept: the form is still there, and is pressed again.
    if (point === 'before append') await prepared.press(fixture.workIn(later));
    expect(await prepared.effects()).toBe(1);
    expect(device.entries()).toEqual([]);
  });

  it.each(Object.keys(passPoints))('10 killed in a pass at: %s', async (point) => {
    const fixture = await setUp();
    const { device, tab, work } = fixture;
    const prepared = await call.prepare(fixture);
    await device.setOnline(false);
    await prepared.press(work);
    expect(device.entries()).toHaveLength(1);
    const armed = arm(device, tab, passPoints[point]);
    await device.setOnline(true);
    expect(armed.killed).toBe(true);
    expect(await prepared.effects()).toBeLessThanOrEqual(1);
    await restart(fixture);
    expect(await prepared.effects()).toBe(1);
    expect(device.entries()).toEqual([]);
  });
});

/** Kills the tab at that moment of those that a pass has: before and after each commit, request and response. */
function armAt(device: FaultyDevice, tab: Tab, moment: number): { killed: boolean } {
  const armed = { killed: false };
  let past = 0;
  const pass = () => {
    past += 1;
    if (past !== moment) return;
    armed.killed = true;
    tab.kill();
  };
  device.disk.onCommit = pass;
  device.network.onWire = (_moment, { method }) => {
    if (method !== 'GET') pass();
  };
  return armed;
}

it('10 killed at any moment of a pass over four changes: each takes effect once, in the order made', async () => {
  let moment = 0;
  for (let isOver = false; !isOver; ) {
    moment += 1;
    const fixture = await setUp();
    const { server, device, tab, work, location } = fixture;
    await device.setOnline(false);
    const visit = (await work.startVisit()).result?.id ?? '';
    await work.deliver(0, visit);
    await work.deliver(1, visit);
    await work.submit(visit);
    const armed = armAt(device, tab, moment);
    await device.setOnline(true);
    isOver = !armed.killed;
    await restart(fixture);
    expect(device.entries(), `killed at moment ${moment}`).toEqual([]);
    expect(await fixture.visitRows()).toMatchObject([{ note: 'All done' }]);
    const boxes = (await fixture.deliveryRows()).map(({ boxId }) => boxId);
    expect(boxes.sort()).toEqual(location.boxIds.slice(0, 2).sort());
    const first = (path: RegExp) => device.writes.findIndex((write) => path.test(write.path));
    expect(first(/^\/visits$/)).toBeLessThan(first(/^\/deliveries$/));
    expect(first(/^\/deliveries$/)).toBeLessThan(first(/submit$/));
    await server.reset();
  }
  // A request, its response, and a commit with what is before and after it, for each of the four at least.
  expect(moment).toBeGreaterThan(4 * 4);
});
