import { RecordingsScreen } from '../features/recordings/RecordingsScreen';
import { ReplayedScreens } from './ReplayedScreens';

/** The recordings screen with the app's own screens as a prop, to show a recording on. */
export function RecordingsRoute() {
  return <RecordingsScreen Screens={ReplayedScreens} />;
}
