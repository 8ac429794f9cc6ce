import { formatInstant, formatInstantByDay, formatInstantFull } from '../domain/dates';
import { useNow } from './useNow';

/** An instant as a person says it, `byDay` where room is short; in full in its title. A dash where it has not happened. */
export function DateTime({ iso, byDay = false }: { iso: string | null | undefined; byDay?: boolean }) {
  const now = useNow();
  if (!iso) return <span>–</span>;
  return (
    <time dateTime={iso} title={formatInstantFull(iso)}>
      {byDay ? formatInstantByDay(iso, now) : formatInstant(iso, now)}
    </time>
  );
}
