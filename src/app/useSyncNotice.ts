import { useEffect, useState } from 'react';
import { SYNC_REPORT_SHOWN_MS } from '../domain/constants';
import { type SyncReport, useSyncReport } from '../state/device/connectivity';

/**
 * What the last sync did, until it has stood in sight for ten seconds; then `null` until the next one. A sync in the
 * background is still there to be read when the person comes back to the app.
 */
export function useSyncNotice(): SyncReport | null {
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
