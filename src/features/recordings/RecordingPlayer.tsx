import { useMemo, useState } from 'react';
import { paths } from '../../paths';
import { createPlayback, type Playback } from '../../recording/app/playback';
import { useRecording } from '../../recording/app/recordings';
import { ErrorText } from '../../ui/ErrorText';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Recordings.module.css';
import type { ReplayedScreensComponent } from './replayedScreens';
import { StepControls } from './StepControls';
import { StepList } from './StepList';

/** One recording, step by step: its actions, and the screen after each of them. */
export function RecordingPlayer({ id, Screens }: { id: string; Screens: ReplayedScreensComponent }) {
  const recording = useRecording(id);
  const playback = useMemo(() => recording && createPlayback(recording), [recording]);
  return (
    <Page>
      <PageHeader
        title={recording?.title || 'Recording'}
        subtitle={
          recording ? `${recording.texts === 'included' ? 'With texts' : 'Texts replaced'} · ${recording.build}` : null
        }
        back={{ to: paths.recordings(), label: 'Recordings' }}
      />
      {recording === undefined ? <Skeleton label="Loading the recording…" rows={6} /> : null}
      {recording === null ? <ErrorText text="There is no such recording of yours on this device." /> : null}
      {playback ? <Player playback={playback} Screens={Screens} /> : null}
    </Page>
  );
}

/** The position of a playback: the number of the action after which the screen is shown, and the route there. */
function useStep(playback: Playback) {
  const [position, setPosition] = useState(() => ({ step: playback.first, route: playback.show(playback.first) }));
  const go = (requested: number) => {
    const step = Math.min(playback.last, Math.max(playback.first, requested));
    setPosition({ step, route: playback.show(step) });
  };
  return { ...position, go };
}

function Player({ playback, Screens }: { playback: Playback; Screens: ReplayedScreensComponent }) {
  const { step, route, go } = useStep(playback);
  const { verdict } = playback;
  return (
    <>
      {verdict.ok ? null : (
        <Notice kind="warning">
          This build comes to another state than the one recorded: at action {verdict.difference.action},{' '}
          {verdict.difference.what}
          {verdict.difference.path ? `, ${verdict.difference.path}` : ''}.
        </Notice>
      )}
      <StepControls first={playback.first} last={playback.last} step={step} onStep={go} />
      <div className={styles.player}>
        <StepList lines={playback.lines} step={step} onStep={go} />
        <section aria-label={`The screen after action ${step}`} className={styles.stage}>
          <p className={styles.route}>{route}</p>
          <Screens store={playback.store} route={route} />
        </section>
      </div>
    </>
  );
}
