import { useSearchParams } from 'react-router';
import { messages } from '../../domain/messages';
import { Notice } from '../../ui/Notice';

/** What has just been done, from the address (spec §2, Dashboard): `done=delivery`, `done=visit`, `queued=1`. */
export function DoneNotices() {
  const [params] = useSearchParams();
  const done = params.get('done');
  return (
    <>
      {done === 'delivery' ? <Notice kind="success">{messages.deliveryRecorded}</Notice> : null}
      {done === 'visit' ? <Notice kind="success">{messages.visitSubmitted}</Notice> : null}
      {params.get('queued') === '1' ? <Notice>{messages.queuedNotice}</Notice> : null}
    </>
  );
}
