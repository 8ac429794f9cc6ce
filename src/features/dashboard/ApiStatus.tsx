import { useEffect, useRef } from 'react';
import { useGetHealthQuery } from '../../api/authApi';
import { screenMessages } from '../../domain/screenMessages';
import { useConnectivity } from '../../state/device/connectivity';

const POLL_MS = 30_000;

/**
 * Whether the server responds (spec §2, Dashboard). Checked on opening, every 30 seconds while the page is visible, and
 * at once when the browser goes online or offline.
 */
export function ApiStatus() {
  const { online } = useConnectivity();
  const { data, error, refetch } = useGetHealthQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const onlineAtRequest = useRef(online);
  useEffect(() => {
    if (onlineAtRequest.current === online) return;
    onlineAtRequest.current = online;
    void refetch();
  }, [online, refetch]);
  // The last result stays while the next check runs.
  if (error) return <span>{screenMessages.disconnected}</span>;
  return <span>{data ? screenMessages.connected : 'Checking…'}</span>;
}
