import type { Reducer } from '@reduxjs/toolkit';
import type { RecordedRun, Recording } from '../../../src/recording/core/recordingFile';
import { createStateReplica } from '../../../src/recording/core/stateReplica';

function runWithDigests(run: RecordedRun, reducer: Reducer, digestEvery: number): RecordedRun {
  const replica = createStateReplica(reducer, digestEvery, run.base);
  return {
    ...run,
    events: run.events.map((event) => {
      if (event.kind !== 'action') return event;
      const { digest: _, changes: __, ...rest } = event;
      return { ...rest, ...replica.apply(event.action) };
    }),
  };
}

/** The same recording with the digests and changes that the current reducers give. */
export function withNewDigests(recording: Recording, reducer: Reducer): Recording {
  return { ...recording, runs: recording.runs.map((run) => runWithDigests(run, reducer, recording.digestEvery)) };
}
