import { pluralize } from '../../domain/wholeNumbers';
import type { ReplayEnd } from '../../offline/replay/replaySummary';
import { useConnectivity } from '../../state/device/connectivity';
import type { Outbox } from '../../state/outbox/outbox';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Why the last pass ended early; `null` if it did not. */
const ENDS: Record<ReplayEnd, string | null> = {
  finished: null,
  notRun: null,
  noConnection: 'No connection at the last try. The app will try again automatically.',
  signedOut: 'You were signed out. Sign in again to continue sending.',
  serverBusy: 'The server is busy. The app will try again automatically.',
  storageFailed:
    'This device’s storage failed at the last try. If it is full, free some space. The app will try again automatically.',
};

/** The notices about the queue above its entries. */
export function OutboxNotices({ outbox }: { outbox: Outbox }) {
  const { entries, status, isNewerDatabase, quarantined, newer, lastEnd, replaying, unconfirmed } = outbox;
  const unreadable = status === 'unreadable';
  const { online } = useConnectivity();
  const ended = unconfirmed ? 'noConnection' : lastEnd;
  // Offline the status line says so already.
  const isKnown = ended === 'noConnection' && !online;
  const end = ended !== null && !isKnown && !replaying && entries.length > 0 ? ENDS[ended] : null;
  return (
    <>
      {isNewerDatabase ? (
        <Notice kind="warning" actions={<Button onClick={() => window.location.reload()}>Reload to update</Button>}>
          A newer version of the app has changed how changes are stored. They will be sent after you reload.
        </Notice>
      ) : null}
      {unreadable && !isNewerDatabase ? (
        <Notice kind="warning">
          The waiting changes can’t be read right now, so this list may be incomplete. Nothing is lost. Reload the page.
          If this message stays, restart the device.
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
          {pluralize(newer, 'change')} made by a newer version of the app. They will be sent after you reload.
        </Notice>
      ) : null}
      {end ? <Notice>{end}</Notice> : null}
    </>
  );
}
