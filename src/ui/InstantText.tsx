import { formatInstant, formatInstantFull } from '../domain/dates';
import { useNow } from './useNow';

/** An instant as a person says it, in full in its title. A dash where it has not happened. */
export function InstantText({ iso }: { iso: string | null | undefined }) {
  const now = useNow();
  if (!iso) return <span>–</span>;
  return (
    <time dateTime={iso} title={formatInstantFull(iso)}>
      {formatInstant(iso, now)}
    </time>
  );
}
