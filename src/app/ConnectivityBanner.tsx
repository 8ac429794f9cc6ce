import { useLocation } from 'react-router';
import { messages } from '../domain/messages';
import { routes } from '../paths';
import { type SyncReport, useConnectivity, useWaitingCount } from '../state/device/connectivity';
import { ConnectivityBannerView } from '../ui/ConnectivityBannerView';
import { useSyncNotice } from './useSyncNotice';

/** What the banner says; the Reports screen has words of its own (spec §2). */
interface Words {
  offline: (queued: number) => string;
  synced: (report: SyncReport) => string[];
}

const USUAL_WORDS: Words = {
  offline: () => messages.offlineBanner,
  synced: ({ pushed, remaining }) =>
    remaining > 0
      ? [messages.syncedBanner(pushed), messages.remainingBanner(remaining)]
      : [messages.syncedBanner(pushed)],
};

const REPORTS_WORDS: Words = {
  offline: messages.reportsOfflineBanner,
  synced: ({ pushed }) => [messages.reportsSyncedBanner(pushed)],
};

/** The connectivity banner (spec §2): offline, or for a while what a sync just did; nothing while online with no sync. */
export function ConnectivityBanner() {
  const { pathname } = useLocation();
  const { online } = useConnectivity();
  const report = useSyncNotice();
  const queued = useWaitingCount();
  const words = pathname === routes.reports ? REPORTS_WORDS : USUAL_WORDS;
  if (!online) return <ConnectivityBannerView kind="offline" texts={[words.offline(queued)]} />;
  return <ConnectivityBannerView kind="synced" texts={report ? words.synced(report) : []} />;
}
