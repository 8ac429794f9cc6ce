import { readFileSync } from 'node:fs';
import { readRecording } from '../../../src/recording/core/readRecording';
import type { Recording } from '../../../src/recording/core/recordingFile';
import { replayState, type Verdict } from '../../../src/recording/core/replayState';
import { resultText } from './resultText';
import { appReducer } from '../../../src/recording/app/appReducer';
import { replayApp } from '../../../src/recording/app/replayApp';
import { settle } from './settle';

/** Reads a recording from a file; throws with the reason when it can't. */
export function recordingIn(file: string): Recording {
  const read = readRecording(readFileSync(file, 'utf8'));
  if (!read.ok) throw new Error(`${file}: ${read.reason}`);
  return read.recording;
}

/** The verdicts of both replays, of the state and of the behaviour, up to action number `until`. */
export async function replayBothWays(
  recording: Recording,
  until?: number,
): Promise<Record<'state' | 'behaviour', Verdict>> {
  return {
    state: replayState(recording, appReducer(), until),
    behaviour: await replayApp(recording, { settle, ...(until === undefined ? {} : { until }) }),
  };
}

/** Replays a recording in both ways; throws with the first difference of each. */
export async function expectSameReplay(name: string, recording: Recording): Promise<void> {
  const { state, behaviour } = await replayBothWays(recording);
  if (state.ok && behaviour.ok) return;
  throw new Error([name, resultText('state', state), resultText('behaviour', behaviour)].join('\n'));
}

/** A recording as a test: `test('…', () => replayRecording('test/unit/recording/fixtures/xyz.json'))`. */
export async function replayRecording(file: string): Promise<void> {
  await expectSameReplay(file, recordingIn(file));
}
