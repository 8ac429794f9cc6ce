import { COLA, EAST, NORTH, SOUTH, TEA, WATER } from '../fixture/fixtures';
import type { ServerState } from '../fixture/serverState';
import type { EnteredLine, Rep, WriteResult } from '../rep/rep';

/** What befalls the device on the way; a kill gives the rep a new tab. */
export interface Mishaps {
  reload(rep: Rep): Promise<void>;
  kill(rep: Rep): Promise<Rep>;
}

/** Something the rep did, and when: a time on the server is told by the act it falls into. */
interface Act {
  name: string;
  from: number;
  to: number;
  result: WriteResult;
}

const each = ({ name }: { name: string }, quantity: number): EnteredLine => ({
  item: name,
  packaging: 'each',
  quantity,
});
const byCase = ({ name }: { name: string }, quantity: number): EnteredLine => ({
  item: name,
  packaging: 'case',
  quantity,
});

/** What goes into which box; half cases make cents that must be rounded. */
const BOXES: [store: string, box: string, lines: EnteredLine[]][] = [
  [NORTH.name, 'Box 1', [each(COLA, 5)]],
  [NORTH.name, 'Box 2', [byCase(WATER, 1.5), each(TEA, 2)]],
  [NORTH.name, 'Box 3', [byCase(TEA, 0.5)]],
  [NORTH.name, 'Box 4', [each(COLA, 1), byCase(COLA, 2), byCase(WATER, 0.25)]],
  [EAST.name, 'Box 1', [each(WATER, 7)]],
  [EAST.name, 'Box 2', [byCase(COLA, 3)]],
  [EAST.name, 'Box 3', [each(TEA, 11)]],
  [EAST.name, 'Box 4', [byCase(TEA, 1.75)]],
  [SOUTH.name, 'Box 1', [each(COLA, 12)]],
  [SOUTH.name, 'Box 2', [each(COLA, 13), each(WATER, 1)]],
  [SOUTH.name, 'Box 3', [byCase(WATER, 2.33)]],
];

/** Three visits, eleven deliveries, two edits, three submits, two reloads and one killed tab. */
export async function workingDay(first: Rep, mishaps: Mishaps): Promise<Act[]> {
  const acts: Act[] = [];
  let rep = first;
  const act = async (name: string, work: () => Promise<WriteResult>) => {
    const from = Date.now();
    const result = await work();
    acts.push({ name, from, to: Date.now(), result });
  };
  const fillBoxesOf = async (store: string) => {
    for (const [, box, lines] of BOXES.filter(([name]) => name === store)) {
      await rep.openVisit(store);
      await act(`${store} ${box}`, () => rep.refill(box, lines));
    }
  };
  /** Starting is an act of its own: its time is the visit's. */
  const start = async (store: string) => {
    let id = '';
    await act(`${store} start`, async () => {
      id = await rep.openVisit(store);
      return 'sent';
    });
    return id;
  };

  const north = await start(NORTH.name);
  await fillBoxesOf(NORTH.name);
  await mishaps.reload(rep);
  await act('edit a delivery', () => rep.editQuantity(north, 'Box 2', 2.5));
  await rep.openVisit(NORTH.name);
  await act('submit north', () => rep.submitVisit('completed', 'All four, thanks to Mr. Ågård'));

  const east = await start(EAST.name);
  await fillBoxesOf(EAST.name);
  rep = await mishaps.kill(rep);
  await rep.openVisit(EAST.name);
  await act('submit east', () => rep.submitVisit('completed', 'Back door only'));
  await act('edit a visit', () => rep.editVisit(east, 'partial', 'Back door only, ring twice'));

  await start(SOUTH.name);
  await fillBoxesOf(SOUTH.name);
  await mishaps.reload(rep);
  await rep.openVisit(SOUTH.name);
  await act('submit south', () => rep.submitVisit('partial', 'Box 3 is damaged 📦'));
  return acts;
}

/** The server's state of the day with each time replaced by the act it falls into. */
export function withActsForTimes(serverState: ServerState, acts: Act[]): unknown {
  const actAt = (time: Date) =>
    acts.find(({ from, to }) => from <= time.getTime() && time.getTime() <= to)?.name ??
    `at no act: ${time.toISOString()}`;
  return JSON.parse(
    JSON.stringify(serverState, function name(key, value: unknown) {
      const given = (this as Record<string, unknown>)[key];
      return given instanceof Date ? actAt(given) : value;
    }),
  );
}

/** The server's state of the day without its times: for a server that knows only when it heard of something. */
export function withoutTimes(serverState: ServerState): unknown {
  const byBox = (a: { box: string }, b: { box: string }) => a.box.localeCompare(b.box);
  const visits = serverState.visits.map(({ startedAt: _, submittedAt, deliveries, ...visit }) => ({
    ...visit,
    submitted: submittedAt !== null,
    deliveries: deliveries.map(({ deliveredAt: __, ...delivery }) => delivery).sort(byBox),
  }));
  return { visits, loose: serverState.loose };
}
