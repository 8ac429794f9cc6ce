import type { Conflict } from '../../state/outbox/conflict';
import { ConflictNotice } from '../../ui/ConflictNotice';
import { type Recorded, RecordedNotice } from '../../ui/RecordedNotice';
import { type VisitDraft, visitContent } from './visitDraft';

interface VisitNoticesProps {
  recorded: Recorded | null;
  conflict: Conflict | null;
  mine: VisitDraft;
  busy: boolean;
  onSendMine: () => void;
  onKeepTheirs: () => void;
}

/** The server's version of a visit that differs from the form, and the choice between them. */
export function VisitNotices({ recorded, conflict, mine, busy, ...choices }: VisitNoticesProps) {
  return (
    <>
      <RecordedNotice recorded={recorded} />
      {conflict ? (
        <ConflictNotice
          changedBy={conflict.changedBy}
          mine={visitContent(mine)}
          theirs={conflict.theirs}
          busy={busy}
          takesFocus
          {...choices}
        />
      ) : null}
    </>
  );
}
