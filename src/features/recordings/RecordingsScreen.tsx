import { useSearchParams } from 'react-router';
import { useRecordings } from '../../recording/app/recordings';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { ImportButton } from './ImportButton';
import { RecorderCard } from './RecorderCard';
import { RecordingList } from './RecordingList';
import { RecordingPlayer } from './RecordingPlayer';
import type { ReplayedScreensComponent } from './replayedScreens';

/**
 * Recordings of what the app did on this device, to download and to step through. Users see their own, an admin all.
 */
export function RecordingsScreen({ Screens }: { Screens: ReplayedScreensComponent }) {
  const [query] = useSearchParams();
  const open = query.get('open');
  return open ? <RecordingPlayer key={open} id={open} Screens={Screens} /> : <Overview />;
}

function Overview() {
  const list = useRecordings();
  return (
    <Page>
      <PageHeader
        title="Recordings"
        subtitle="What the app did, as a file that can be replayed step by step, here or in a test."
        actions={<ImportButton importFile={list.importFile} />}
      />
      <RecorderCard onStopped={list.reload} />
      <RecordingList list={list} />
    </Page>
  );
}
