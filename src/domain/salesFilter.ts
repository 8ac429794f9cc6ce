import { DASHBOARD_RANGE_DAYS } from './constants';
import { dayEndInstant, dayStartInstant, daysBefore } from './dates';
import { isDay } from './dateTexts';

/** The filters that dashboard, deliveries and reports share (spec §2), as the person set them. Empty: not set. */
export interface SalesFilter {
  /** The user's first calendar day. */
  from: string;
  /** The user's last calendar day, itself included. */
  to: string;
  /** A location's id. */
  location: string;
  /** A user's id; for admins only. */
  rep: string;
  /** A part of the rep's name. */
  repName: string;
}

export const EMPTY_SALES_FILTER: SalesFilter = { from: '', to: '', location: '', rep: '', repName: '' };

/** What a filter is in a call of spec §7. */
export interface SalesQuery {
  from?: string;
  to?: string;
  location?: string;
  repId?: string;
  repName?: string;
}

/** The days of a range. Browsers report the years 2, 20 and 202 while 2026 is typed; nobody means those. */
export const FIRST_FILTER_DAY = '1900-01-01';
export const LAST_FILTER_DAY = '2999-12-31';

/** Whether a range may begin or end with it. */
export function isFilterDay(text: string): boolean {
  return isDay(text) && text >= FIRST_FILTER_DAY && text <= LAST_FILTER_DAY;
}

/**
 * The filter as a query: days become the instants at which they begin and end for the user; what is empty or no day
 * is left out.
 */
export function salesQuery(filter: SalesFilter): SalesQuery {
  const repName = filter.repName.trim();
  return {
    ...(isFilterDay(filter.from) ? { from: dayStartInstant(filter.from) } : {}),
    ...(isFilterDay(filter.to) ? { to: dayEndInstant(filter.to) } : {}),
    ...(filter.location ? { location: filter.location } : {}),
    ...(filter.rep ? { repId: filter.rep } : {}),
    ...(repName ? { repName } : {}),
  };
}

/** The last `days` days, today being one of them. */
export function lastDays(days: number, today: string): Pick<SalesFilter, 'from' | 'to'> {
  return { from: daysBefore(today, days - 1), to: today };
}

/** The dashboard's default (spec §9). */
export function dashboardRange(today: string): Pick<SalesFilter, 'from' | 'to'> {
  return lastDays(DASHBOARD_RANGE_DAYS, today);
}

const yearOf = (day: string) => day.slice(0, 4);

/** What is wrong with a range of days, or `null`. An open end is fine. */
export function validateRange({ from, to }: Pick<SalesFilter, 'from' | 'to'>): string | null {
  const [wrong] = Object.entries({ From: from, To: to }).find(([, text]) => text && !isFilterDay(text)) ?? [];
  if (wrong) return `${wrong} must be a day of the years ${yearOf(FIRST_FILTER_DAY)} to ${yearOf(LAST_FILTER_DAY)}`;
  return from && to && from > to ? 'From is after To' : null;
}
