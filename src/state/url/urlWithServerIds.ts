import { useState } from 'react';
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

/**
 * This URL with the local ids replaced by the server's (deviation T2); `null` if there is nothing to replace.
 */
export function useUrlWithServerIds({ pathname, search }: { pathname: string; search: string }): string | null {
  const resolve = resolverOf(useAppSelector(selectServerIds));
  const path = resolvePath(pathname, resolve);
  const query = new URLSearchParams(search);
  const resolved = new URLSearchParams([...query].map(([name, value]) => [name, resolve(value)]));
  if (path === pathname && resolved.toString() === query.toString()) return null;
  return resolved.size > 0 ? `${path}?${resolved.toString()}` : path;
}
