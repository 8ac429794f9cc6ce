import { expect, it } from 'vitest';
import { compareFigures } from '../../tools/replayDay/compareFigures';
import { readDay } from '../../tools/replayDay/dayOnFile';
import { replayDay } from '../../tools/replayDay/replayDay';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const DAY_TIMEOUT_MS = 900_000;

const server = await serverOfEachTest();

it('the data of the real day has the known totals', () => {
  const { figures, unpricedLines } = readDay();
  expect(figures).toMatchObject({ visits: 224, lines: 9_503, totalCents: 103_995_109 });
  expect(figures.topItems).toHaveLength(10);
  expect(unpricedLines).toHaveLength(7);
});

it(
  'the real day, sent by reps through the API, adds up on the server to the totals of its file',
  async () => {
    const day = readDay();
    const { imports, figures, unrecordedLines } = await replayDay(server, day);
    expect(imports).toMatchObject([
      { file: 'stores.csv', created: 224, bad: [] },
      { file: 'items.csv', created: 1_173, bad: [{ line: 431 }, { line: 495 }] },
    ]);
    expect(unrecordedLines).toEqual(day.unpricedLines);
    const compared = compareFigures(day.figures, figures);
    expect(compared.map(({ name, server: said }) => [name, said])).toEqual(
      compared.map(({ name, file }) => [name, file]),
    );
  },
  DAY_TIMEOUT_MS,
);
