import { useMemo } from 'react';
import type { SentChange } from '../../offline/actions';
import { useAppSelector } from '../root/hooks';

/** A change that this device sent today. */
export interface SentChangeRow extends SentChange {
  id: string;
  /** When the response came, ms since 1970. */
  at: number;
}

/** The changes that this device sent for the signed-in user since `dayStart` (ms since 1970), newest first. */
export function useSentToday(dayStart: number): SentChangeRow[] {
  const sent = useAppSelector((state) => state.sentToday.byKey);
  const userId = useAppSelector((state) => state.session.user?._id);
  return useMemo(() => {
    const all = Object.entries(sent).map(([id, { value, savedAt }]) => ({ ...value, id, at: savedAt }));
    const own = all.filter((change) => change.userId === userId && change.at >= dayStart);
    return own.sort((a, b) => b.at - a.at);
  }, [sent, userId, dayStart]);
}
