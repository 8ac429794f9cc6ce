import { formatInstant, formatInstantByDay, formatInstantFull } from '../domain/dates';
import { useNow } from './useNow';

/**
 * An instant in short form, with the full form in its title. `byDay`: without the time for days before today. A dash
 * for `null`.
 */
export function DateTime({ iso, byDay = false }: { iso: string | null | undefined; byDay?: boolean }) {
  const now = useNow();
  if (!iso) return <span>–</span>;
  return (
    <time dateTime={iso} title={formatInstantFull(iso)}>
      {byDay ? formatInstantByDay(iso, now) : formatInstant(iso, now)}
    </time>
  );
}
