import { RecordingsScreen } from '../features/recordings/RecordingsScreen';
import { ReplayedScreens } from './ReplayedScreens';

/** The recordings, handed the app's own screens to show a recording on. */
export function RecordingsRoute() {
  return <RecordingsScreen Screens={ReplayedScreens} />;
}
