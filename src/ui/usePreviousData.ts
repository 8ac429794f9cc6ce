import { useState } from 'react';

/**
 * Returns the data or, while the next response is awaited, the previous data: a list keeps its rows while a filter
 * changes. `awaited: false` drops the previous data. The data must keep its identity between renders.
 */
export function usePreviousData<T>(data: T | undefined, awaited: boolean): T | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (awaited ? last : undefined);
}
