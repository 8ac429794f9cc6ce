import { writeFileSync } from 'node:fs';
import { readRecording } from '../../../src/recording/readRecording';
import { replayBothWays } from '../../recording/replayRecording';
import { expect, test } from '../field/fieldTest';
import { DAYS } from './days';
import { stopRecording } from './recorder';

/** Set by `npm run replay:update`: then what is recorded here is kept. */
const isUpdate = process.env.UPDATE_RECORDINGS === '1';

test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

for (const day of DAYS) {
  const tag = day.name === 'visitStartedOffline' ? '@weekly' : '@full';
  test(`${day.title}, recorded in the browser, replays here`, { tag }, async ({
    ada,
    context,
    network,
    server,
    signal,
  }) => {
    test.setTimeout(150_000);
    await day.live({ ada, context, network, server, signal });
    const text = await stopRecording(ada.page);
    const read = readRecording(text);
    if (!read.ok) throw new Error(read.reason);
    if (isUpdate) writeFileSync(`test/recordings/${day.name}.json`, text);
    const { state, behaviour } = await replayBothWays(read.recording);
    expect(state).toMatchObject({ ok: true });
    expect(behaviour).toMatchObject({ ok: true });
  });
}
