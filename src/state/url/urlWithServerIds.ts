import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resolvePath, resolverOf } from '../../offline/localIds';
import { selectServerIds } from '../../offline/queueSlice';
import { useAppSelector } from '../root/hooks';

/**
 * A key for the form of the records in this path. It stays when the server's id replaces a local one, and changes with
 * the record, so that nothing typed for one record is in the form of another.
 */
export function useRecordKey(path: string): string {
  const resolve = resolverOf(useAppSelector(selectServerIds));
  const [key, setKey] = useState(path);
  if (resolvePath(key, resolve) === resolvePath(path, resolve)) return key;
  setKey(path);
  return path;
}

/** Marks a change of the URL that keeps the screen. */
const SAME_SCREEN = { sameScreen: true };

/** Whether a change of the URL keeps the screen, with its focus, scroll position and typed texts. */
export function isSameScreen(state: unknown): boolean {
  return (state as Partial<typeof SAME_SCREEN> | null)?.sameScreen === true;
}

/**
 * This URL with the local ids replaced by the server's (deviation T2); `null` if there is nothing to replace.
 */
function useUrlWithServerIds({ pathname, search }: { pathname: string; search: string }): string | null {
  const resolve = resolverOf(useAppSelector(selectServerIds));
  const path = resolvePath(pathname, resolve);
  const query = new URLSearchParams(search);
  const resolved = new URLSearchParams([...query].map(([name, value]) => [name, resolve(value)]));
  if (path === pathname && resolved.toString() === query.toString()) return null;
  return resolved.size > 0 ? `${path}?${resolved.toString()}` : path;
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
