import { startTestServer } from '../../support/server/harness';
import { compareFigures, isEqual } from './compareFigures';
import { readDay } from './dayOnFile';
import { replayDay } from './replayDay';

/**
 * `npm run replay:day`: works the real day of test/support/data/iowa-day through the server, on an empty embedded
 * database or on the PostgreSQL server of DATABASE_URL, and prints what the server says beside what the file says.
 */
async function main(): Promise<void> {
  const day = readDay();
  const server = await startTestServer();
  try {
    const { imports, figures, unrecordedLines } = await replayDay(server, day);
    for (const { file, bad } of imports) {
      for (const { line, reason } of bad) console.log(`Bad input: ${file}, line ${line}: ${reason}`);
    }
    for (const line of unrecordedLines) console.log(`Bad input: sales.csv, line ${line}: the item has no price`);

    const compared = compareFigures(day.figures, figures);
    const row = (name: string, file: string, said: string) =>
      console.log(`${name.padEnd(22)}${file.padStart(18)}${said.padStart(18)}`);
    row('', 'file', 'server');
    for (const figure of compared) row(figure.name, figure.file, `${figure.server}${isEqual(figure) ? '  ' : ' ≠'}`);
    const unequal = compared.filter((figure) => !isEqual(figure)).length;
    const allReported = unrecordedLines.join() === day.unpricedLines.join();
    console.log(
      unequal === 0 && allReported ? `All ${compared.length} figures are equal.` : `${unequal} figures differ.`,
    );
    if (unequal > 0 || !allReported) process.exitCode = 1;
  } finally {
    await server.close();
  }
}

await main();
