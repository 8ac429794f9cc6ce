import { repLabel } from '../domain/names';
import { Notice } from './Notice';

/** In place of what changes a visit: it is another rep's, and the server would refuse. */
export function OthersVisitNotice({ repName }: { repName: string }) {
  const name = repLabel(repName);
  return (
    <Notice>
      <strong>{name}'s visit</strong>
      <br />
      Only {name} and admins can change it.
    </Notice>
  );
}
