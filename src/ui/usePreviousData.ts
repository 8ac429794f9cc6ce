import { useState } from 'react';

/**
 * The data there is or, while the next response is awaited, the data there was: a list keeps its rows while a
 * filter changes. `awaited` false lets go of them. The data must keep its identity between renders.
 */
export function usePreviousData<T>(data: T | undefined, awaited: boolean): T | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (awaited ? last : undefined);
}
