import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useGetHealthQuery } from '../../api/authApi';
import { screenMessages } from '../../domain/screenMessages';
import { useConnectivity } from '../../state/device/connectivity';

const POLL_MS = 30_000;

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const isPageVisible = () => document.visibilityState === 'visible';

/**
 * Whether the server responds (spec §2, Dashboard). Checked on opening, every 30 seconds while the page is visible, and
 * at once when the page becomes visible or the browser goes online or offline.
 */
export function ApiStatus() {
  const { online } = useConnectivity();
  const isVisible = useSyncExternalStore(watchVisibility, isPageVisible);
  const { data, error, refetch } = useGetHealthQuery(undefined, { pollingInterval: isVisible ? POLL_MS : 0 });
  const atRequest = useRef({ online, isVisible });
  useEffect(() => {
    const before = atRequest.current;
    if (before.online === online && before.isVisible === isVisible) return;
    atRequest.current = { online, isVisible };
    if (isVisible) void refetch();
  }, [online, isVisible, refetch]);
  // The last result stays while the next check runs.
  if (error) return <span>{screenMessages.disconnected}</span>;
  return <span>{data ? screenMessages.connected : 'Checking…'}</span>;
}
