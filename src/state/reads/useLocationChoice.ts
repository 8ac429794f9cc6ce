import { useState } from 'react';
import { isActive } from '../../domain/catalogue';
import { useLocationsRead } from './listReads';

/** A location to choose for a visit. One that is not offered any more counts as not chosen. */
export function useLocationChoice(initial = '') {
  const read = useLocationsRead();
  const [chosen, choose] = useState(initial);
  const offered = read.data?.filter(isActive) ?? [];
  const location = offered.some(({ _id }) => _id === chosen) ? chosen : '';
  return { location, choose, offered, read };
}
