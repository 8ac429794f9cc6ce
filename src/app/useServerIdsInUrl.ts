import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUrlWithServerIds } from '../state/url/urlWithServerIds';

/** Marks a change of the URL that keeps the screen. */
const SAME_SCREEN = { sameScreen: true };

/** Whether a change of the URL keeps the screen, with its focus, scroll position and typed texts. */
export function isSameScreen(state: unknown): boolean {
  return (state as Partial<typeof SAME_SCREEN> | null)?.sameScreen === true;
}

/** Replaces a local id in the screen's URL by the server's id once that is known (deviation T2). */
export function useServerIdsInUrl(): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const url = useUrlWithServerIds({ pathname, search });
  useEffect(() => {
    if (url !== null) void navigate(url, { replace: true, state: { ...state, ...SAME_SCREEN } });
  }, [url, state, navigate]);
}
