import { paths } from '../../paths';
import type { VisitView } from '../../state/pending/pendingViews';
import { useVisitProgress } from '../../state/visits/visitProgress';
import { ContinueVisit } from '../../ui/ContinueVisit';

function PinnedVisit({ visit }: { visit: VisitView }) {
  return <ContinueVisit to={paths.visit(visit._id)} at={visit.location.name} progress={useVisitProgress(visit)} />;
}

interface PinnedVisitsProps {
  /** Newest first. */
  visits: readonly VisitView[];
}

/** The user's open visits, on top of the list of locations. */
export function PinnedVisits({ visits }: PinnedVisitsProps) {
  return visits.map((visit) => <PinnedVisit key={visit._id} visit={visit} />);
}
