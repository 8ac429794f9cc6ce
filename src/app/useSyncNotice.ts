import { useEffect, useState } from 'react';
import { SYNC_REPORT_SHOWN_MS } from '../domain/constants';
import { type SyncResult, useSyncReport } from '../state/device/connectivity';

/**
 * The result of the last sync, until it was visible for ten seconds; then `null` until the next sync. Time in the
 * background does not count.
 */
export function useSyncNotice(): SyncResult | null {
  const report = useSyncReport();
  const [readAt, setReadAt] = useState<number | null>(null);
  const at = report?.at ?? null;
  useEffect(() => {
    if (at === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setReadAt(at), SYNC_REPORT_SHOWN_MS);
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [at]);
  return at === readAt ? null : report;
}
