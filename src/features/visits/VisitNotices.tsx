import type { Conflict } from '../../state/outbox/conflict';
import { ConflictNotice, shownConflict } from '../../ui/ConflictNotice';
import { type Recorded, RecordedNotice } from '../../ui/RecordedNotice';
import { type VisitDraft, visitContent } from './visitDraft';

interface VisitNoticesProps {
  recorded: Recorded | null;
  conflict: Conflict | null;
  /** The version of another user for which the change was refused. The form's own button replaces it. */
  theirs: Conflict | null;
  mine: VisitDraft;
  busy: boolean;
  sendMine: () => void;
  keepTheirs: () => void;
}

/** The server's version of a visit that differs from the form, and the choice between them. */
export function VisitNotices({ recorded, conflict, theirs, mine, busy, ...choice }: VisitNoticesProps) {
  const shown = shownConflict(conflict, theirs, choice);
  return (
    <>
      <RecordedNotice recorded={recorded} />
      {shown ? <ConflictNotice {...shown} mine={visitContent(mine)} busy={busy} /> : null}
    </>
  );
}
