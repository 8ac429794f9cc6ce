import { pluralize } from '../../domain/wholeNumbers';
import type { ReplayEnd } from '../../offline/replay/replaySummary';
import type { Outbox } from '../../state/outbox/outbox';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Why the last pass ended early; `null` if it did not. */
const ENDS: Record<ReplayEnd, string | null> = {
  finished: null,
  notRun: null,
  noConnection: 'No connection at the last try. It is tried again by itself.',
  signedOut: 'You were signed out. Sign in again, and sending goes on.',
  serverBusy: 'The server is busy. It is tried again by itself.',
  storageFailed: 'This device could not read what waits. It is tried again by itself.',
};

/** The notices about the queue above its entries. */
export function OutboxNotices({ outbox }: { outbox: Outbox }) {
  const { entries, status, isNewerDatabase, quarantined, newer, lastEnd, replaying, unconfirmed } = outbox;
  const unreadable = status === 'unreadable';
  const ended = unconfirmed ? 'noConnection' : lastEnd;
  const end = ended !== null && !replaying && entries.length > 0 ? ENDS[ended] : null;
  return (
    <>
      {isNewerDatabase ? (
        <Notice kind="warning" actions={<Button onClick={() => window.location.reload()}>Reload to update</Button>}>
          A newer version of the app keeps the changes of this device in another form. They wait until this one is
          updated.
        </Notice>
      ) : null}
      {unreadable && !isNewerDatabase ? (
        <Notice kind="warning">
          What waits on this device can’t be read right now, so this list may not be complete. Nothing is lost by that.
          Reload, or restart the device if it stays.
        </Notice>
      ) : null}
      {quarantined > 0 ? (
        <Notice kind="warning">
          {pluralize(quarantined, 'change')} could not be read and can’t be sent. Download all unsent work and hand the
          file to your administrator.
        </Notice>
      ) : null}
      {newer > 0 ? (
        <Notice kind="warning" actions={<Button onClick={() => window.location.reload()}>Reload to update</Button>}>
          {pluralize(newer, 'change')} made by a newer version of the app. They wait until this one is updated.
        </Notice>
      ) : null}
      {end ? <Notice>{end}</Notice> : null}
    </>
  );
}
