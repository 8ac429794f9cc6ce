import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '../../../src/recording/core/readRecording';
import { expectSameReplay } from '../../support/recording/replayRecording';
import { test } from '../fixture/fixtureTest';
import { DAYS } from './days';
import { stopRecording } from './recorder';

/** The folder of a library, set by `npm run replay:update`: then what is recorded here is kept. */
const library = process.env.UPDATE_RECORDINGS;

test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

for (const day of DAYS) {
  // `npm test` records one of the days.
  const tag = day.name === 'visitStartedOffline' && !library ? [] : '@full';
  test(
    `${day.title}, recorded in the browser, replays here`,
    { tag },
    async ({ ada, context, network, server, signal }, testInfo) => {
      await day.live({ ada, context, network, server, signal });
      const text = await stopRecording(ada.page);
      const read = readRecording(text);
      if (!read.ok) throw new Error(read.reason);
      const file = `${day.name}.json`;
      writeFileSync(library ? join(library, file) : testInfo.outputPath(file), text);
      await expectSameReplay(day.name, read.recording);
    },
  );
}
