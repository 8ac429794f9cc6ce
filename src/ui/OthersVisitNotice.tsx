import { repLabel } from '../domain/names';
import { Notice } from './Notice';

interface OthersVisitNoticeProps {
  repName: string;
  what?: 'visit' | 'delivery';
}

/** Shown instead of the forms of another rep's visit or delivery, because the server would refuse a change. */
export function OthersVisitNotice({ repName, what = 'visit' }: OthersVisitNoticeProps) {
  const name = repLabel(repName);
  return (
    <Notice>
      <strong>
        <bdi>{name}</bdi>'s {what}
      </strong>
      <br />
      Only <bdi>{name}</bdi> and admins can change it.
    </Notice>
  );
}
