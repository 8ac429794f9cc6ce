import { dayStartInstant, formatDay, localDay } from './dates';
import { isFilterDay, lastDays, type SalesFilter } from './salesFilter';

/** The ranges that one press sets: so many days, today being the last. */
export const PRESET_DAYS = [7, 30, 90] as const;

/** Which preset a range is; `null` for none. */
export function presetOf({ from, to }: Pick<SalesFilter, 'from' | 'to'>, today: string): number | null {
  return to === today ? (PRESET_DAYS.find((days) => lastDays(days, today).from === from) ?? null) : null;
}

function rangeText(range: Pick<SalesFilter, 'from' | 'to'>, now: Date): string {
  const preset = presetOf(range, localDay(now));
  if (preset !== null) return `last ${preset} days`;
  const [from, to] = [range.from, range.to].map((day) =>
    isFilterDay(day) ? formatDay(dayStartInstant(day), now) : null,
  );
  if (from && to) return from === to ? from : `${from} – ${to}`;
  if (from) return `from ${from}`;
  return to ? `until ${to}` : 'any date';
}

/** The names of the chosen location and rep. */
interface FilterNames {
  /** The text for no chosen location. */
  allText: string;
  locations: readonly { _id: string; name: string }[];
  users?: readonly { _id: string; name: string }[] | null;
}

/** The filters in one line: "All Locations · last 30 days · Ben". */
export function salesFilterText(filter: SalesFilter, names: FilterNames, now: Date): string {
  const nameIn = (list: FilterNames['users'], id: string) => list?.find(({ _id }) => _id === id)?.name ?? '…';
  const repName = filter.repName.trim();
  return [
    filter.location ? nameIn(names.locations, filter.location) : names.allText,
    rangeText(filter, now),
    filter.rep ? nameIn(names.users, filter.rep) : '',
    repName ? `rep “${repName}”` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
