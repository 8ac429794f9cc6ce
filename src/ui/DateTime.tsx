import { formatInstant, formatInstantFull } from '../domain/dates';
import { useNow } from './useNow';

interface DateTimeProps {
  iso: string | null | undefined;
  /** How it is written, from `domain/dates.ts`. */
  format?: (iso: string, now: Date) => string;
}

/** An instant in short form, with the full form in its title. A dash for `null`. */
export function DateTime({ iso, format = formatInstant }: DateTimeProps) {
  const now = useNow();
  if (!iso) return <span>–</span>;
  return (
    <time dateTime={iso} title={formatInstantFull(iso)}>
      {format(iso, now)}
    </time>
  );
}
