import { BothVersions, type Content, type ItemName } from './BothVersions';
import { Button } from './Button';
import { ConflictGroup } from './ConflictGroup';

/** The version of another user. */
interface OtherVersion {
  /** The name of the user who changed it; an empty text when unknown. */
  changedBy: string;
  theirs: Content;
}

interface ConflictNoticeProps extends OtherVersion {
  mine: Content;
  itemName?: ItemName;
  busy: boolean;
  /** true: a submit has just caused it. */
  takesFocus?: boolean;
  /** The choice between the versions; absent where the form's own button sends mine. */
  choice?: { sendMine: () => void; keepTheirs: () => void };
}

/**
 * The conflict that a form shows; `null` for none. `latest`: the one of its last submit, with the choice. `earlier`:
 * the one for which the edited change was refused before the form was opened. The form's own button replaces that
 * version.
 */
export function shownConflict(
  latest: OtherVersion | null,
  earlier: OtherVersion | null,
  choice: NonNullable<ConflictNoticeProps['choice']>,
): Omit<ConflictNoticeProps, 'mine' | 'busy'> | null {
  const shown = latest ?? earlier;
  if (!shown) return null;
  const { changedBy, theirs } = shown;
  return { changedBy, theirs, ...(latest && { takesFocus: true, choice }) };
}

/**
 * Shows that another user changed the record meanwhile: both versions, and the choice between them (invariant 33).
 */
export function ConflictNotice({
  changedBy,
  mine,
  theirs,
  itemName,
  busy,
  takesFocus = false,
  choice,
}: ConflictNoticeProps) {
  return (
    <ConflictGroup
      reason={`Changed by ${changedBy || 'somebody else'} meanwhile`}
      takesFocus={takesFocus}
      actions={
        choice ? (
          <>
            <Button variant="primary" busy={busy} onClick={choice.sendMine}>
              Send mine
            </Button>
            <Button disabled={busy} onClick={choice.keepTheirs}>
              Keep theirs
            </Button>
          </>
        ) : null
      }
    >
      <BothVersions mine={mine} other={theirs} otherTitle="Theirs" itemName={itemName} />
    </ConflictGroup>
  );
}
