import '../../support/recording/productionMode';
import { parseArgs } from 'node:util';
import { replayState, type Verdict } from '../../../src/recording/core/replayState';
import { type TimelineLine, timelineOf } from '../../../src/recording/core/timeline';
import { resultText } from '../../support/recording/resultText';
import { appReducer } from '../../../src/recording/app/appReducer';
import { replayApp } from '../../../src/recording/app/replayApp';
import { recordingIn } from '../../support/recording/replayRecording';
import { settle } from '../../support/recording/settle';

/**
 * `npm run replay -- FILE [--until N] [--behaviour]`: prints what happened, line by line, and whether this code comes
 * to the same. Exit code 1 when not, 2 for a file that can't be read.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { until: { type: 'string' }, behaviour: { type: 'boolean', default: false } },
});
const until = Number(values.until ?? Number.POSITIVE_INFINITY);

function lineText({ n, at, kind, who, what, detail, online }: TimelineLine): string {
  const number = kind === 'action' ? String(n) : '';
  const mark = who === 'environment' ? '→' : ' ';
  const state = online ? ' ' : '✈';
  return `${number.padStart(5)} ${new Date(at).toISOString().slice(11, 23)} ${state} ${mark} ${what}  ${detail}`;
}

function print(file: string): ReturnType<typeof recordingIn> {
  const recording = recordingIn(file);
  const { title, build, texts, runs, dropped } = recording;
  console.log(`${title || file} · build ${build} · texts ${texts}${dropped ? ` · ${dropped} actions dropped` : ''}`);
  let route = '';
  let run = -1;
  for (const line of timelineOf(recording)) {
    if (line.n > until || line.kind === 'value') continue;
    if (line.run !== run) console.log(`\nStart ${line.run + 1} of ${runs.length}, tab ${runs[line.run]?.tab}`);
    if (line.run !== run || line.route !== route) console.log(`      at ${line.route}`);
    ({ run, route } = line);
    if (line.kind !== 'navigation') console.log(lineText(line));
  }
  return recording;
}

async function main([file]: string[]): Promise<number> {
  if (!file || Number.isNaN(until)) {
    console.error('Usage: npm run replay -- FILE [--until N] [--behaviour]');
    return 2;
  }
  const recording = print(file);
  const verdicts: ['state' | 'behaviour', Verdict][] = [['state', replayState(recording, appReducer(), until)]];
  if (values.behaviour) verdicts.push(['behaviour', await replayApp(recording, { settle, until })]);
  console.log('');
  for (const [mode, verdict] of verdicts) console.log(resultText(mode, verdict));
  return verdicts.every(([, verdict]) => verdict.ok) ? 0 : 1;
}

try {
  process.exitCode = await main(positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
// The replayed app's cache would keep its timers for a minute.
process.stdout.write('', () => process.exit());
