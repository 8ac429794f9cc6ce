import { useEffect, useRef } from 'react';
import { useGetHealthQuery } from '../../api/authApi';
import { screenMessages } from '../../domain/screenMessages';
import { useConnectivity } from '../../state/device/connectivity';

const POLL_MS = 30_000;

/**
 * Whether the server answers (spec §2, Dashboard). Asked on opening, every 30 seconds while the page is in front,
 * and at once when the browser's connection comes or goes.
 */
export function ApiStatus() {
  const { online } = useConnectivity();
  const { data, error, refetch } = useGetHealthQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const askedWhile = useRef(online);
  useEffect(() => {
    if (askedWhile.current === online) return;
    askedWhile.current = online;
    void refetch();
  }, [online, refetch]);
  // The last word stands while the server is asked again.
  if (error) return <span>{screenMessages.disconnected}</span>;
  return <span>{data ? screenMessages.connected : 'Checking…'}</span>;
}
