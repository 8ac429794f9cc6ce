import { NOTE_LENGTH_MAX } from '../../../src/domain/constants';
import { items, locations, users } from '../../../src/server/db/schema';
import { writeRecords } from '../device/queueRecords';
import { ADA, NORTH } from '../fixture/fixtures';
import { colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import type { RealServer } from '../fixture/realServer';
import { notesOf } from '../fixture/serverState';
import { isAnsweredWrite } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';

const ENTRIES = 5_000;

// A trace of thousands of requests would be most of the work.
test.use({ trace: 'off' });

/** So many waiting deliveries as the app writes them, each of its own quantity. */
async function waitingDeliveries({ db }: RealServer, count: number) {
  const user = (await db.select().from(users)).find(({ email }) => email === ADA.email);
  const store = (await db.select().from(locations)).find(({ name }) => name === NORTH.name);
  const box = (await db.query.boxes.findMany()).find(({ locationId }) => locationId === store?.id);
  const [item] = await db.select().from(items);
  return Array.from({ length: count }, (_, index) => {
    const id = `waiting-entry-${index + 1}`;
    return {
      id,
      ts: Date.now() - (count - index) * 1_000,
      path: '/deliveries',
      method: 'POST',
      body: {
        repName: ADA.name,
        location: store?.id,
        box: box?.id,
        lines: [{ item: item?.id, quantity: index + 1, packaging: 'each' }],
      },
      v: 1,
      seq: index + 1,
      userId: user?.id,
      call: 'createDelivery',
      creates: `local-${id}`,
      visitId: null,
      locationId: store?.id,
    };
  });
}

test(`${ENTRIES} entries: the app stays usable, and each arrives once and in order`, { tag: '@full' }, async ({
  ada,
  network,
  server,
  signal,
}) => {
  test.setTimeout(5_400_000);
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await writeRecords(ada.page, 'entries', await waitingDeliveries(server, ENTRIES));
  await writeRecords(ada.page, 'meta', [{ name: 'queue', seq: ENTRIES, count: ENTRIES, rev: ENTRIES }]);
  await ada.page.reload();
  await expectWaiting(ada.page, ENTRIES);
  const line = { item: 'Cola', packaging: 'each', quantity: ENTRIES + 1 } as const;
  expect(await ada.deliver(NORTH.name, 'Box 2', [line])).toBe('saved locally');
  await expectWaiting(ada.page, ENTRIES + 1);

  await signal.regain();
  const all = Array.from({ length: ENTRIES + 1 }, (_, index) => index + 1);
  await expect
    .poll(async () => colasIn(await server.serverState()), { timeout: 4_500_000, intervals: [5_000] })
    .toEqual(all);
  await expectWaiting(ada.page, 0);
  expect(network.seen.filter(isAnsweredWrite)).toHaveLength(ENTRIES + 1);
});

const FOREIGN = 'مرحبا بالعالم · שלום · 👩🏽‍🌾🧃 · naïve “quotes” \\ / \u2028 end.';

test('emoji, right-to-left and the longest note arrive as they were typed', { tag: '@full' }, async ({
  ada,
  server,
  signal,
}) => {
  const long = FOREIGN.repeat(Math.ceil(NOTE_LENGTH_MAX / FOREIGN.length)).slice(0, NOTE_LENGTH_MAX - 4);
  const note = `${long.replace(/[\uD800-\uDBFF]$/, '')}end`;
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.openVisit(NORTH.name);
  expect(await ada.submitVisit('no_access', note)).toBe('saved locally');
  await signal.regain();
  await expectWaiting(ada.page, 0);
  const [arrived] = notesOf(await server.serverState());
  expect(arrived?.length).toBe(note.length);
  expect(arrived === note).toBe(true);
});
