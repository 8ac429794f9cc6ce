import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import type { Pending } from '../domain/pending';
import { Badge } from './Badge';

/** Marks a record that is on this device and not on the server yet. Renders nothing for any other record. */
export function PendingBadge({ pending }: { pending: Pick<Pending, 'state'> | null }) {
  if (pending === null) return null;
  return pending.state === 'waiting' ? (
    <Badge tone="warning" icon={<CloudUpload aria-hidden />}>
      waiting to send
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
      not sent
    </Badge>
  );
}
