import { repLabel } from '../domain/names';
import { Notice } from './Notice';

/** Shown instead of the forms of a visit of another rep, because the server would refuse a change. */
export function OthersVisitNotice({ repName }: { repName: string }) {
  const name = repLabel(repName);
  return (
    <Notice>
      <strong>
        <bdi>{name}</bdi>'s visit
      </strong>
      <br />
      Only <bdi>{name}</bdi> and admins can change it.
    </Notice>
  );
}
