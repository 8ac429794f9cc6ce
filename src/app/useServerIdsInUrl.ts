import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUrlWithServerIds } from '../state/url/urlWithServerIds';

/** Marks a change of the URL under a screen that stays as it is. */
const SAME_SCREEN = { sameScreen: true };

/** Whether the URL changed under a screen that stays: focus, scroll and what is typed stay where they are. */
export function isSameScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sameScreen' in state;
}

/** Moves a screen that was opened under a local id to the server's once it is known (deviation T2). */
export function useServerIdsInUrl(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const url = useUrlWithServerIds({ pathname, search });
  useEffect(() => {
    if (url !== null) void navigate(url, { replace: true, state: SAME_SCREEN });
  }, [url, navigate]);
}
