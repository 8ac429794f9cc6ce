import { NOTE_LENGTH_MAX } from '../../../src/domain/constants';
import { ADA, NORTH } from '../fixture/fixtures';
import { colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { notesOf } from '../fixture/serverState';
import { plantDeliveries } from '../fixture/plantDeliveries';
import { isDeliveredWrite } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';

const ENTRIES = 1_000;

// A trace of thousands of requests would be most of the work.
test.use({ trace: 'off' });

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
  await plantDeliveries(ada.page, server, ENTRIES);
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
  expect(network.seen.filter(isDeliveredWrite)).toHaveLength(ENTRIES + 1);
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
