/**
 * Days and instants. A day is text like 2026-11-21; an instant is an ISO text in UTC. A day in a filter is
 * the user's calendar day, both ends included, so local days are turned into instants here and nowhere else.
 * Nothing here reads the clock: "now" is always an argument.
 */

/** The first 10 characters of the ISO date, as the export files are named by (spec §7). */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const pad = (value: number) => String(value).padStart(2, '0');

/** The user's calendar day of an instant. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function localMidnight(day: string, plusDays: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + plusDays);
}

/** The first instant of the user's day. */
export function dayStartInstant(day: string): string {
  return localMidnight(day, 0).toISOString();
}

/** When the user's day of that date began, ms since 1970. */
export function dayStartMs(date: Date): number {
  return localMidnight(localDay(date), 0).getTime();
}

/** The last instant (to the ms) of the user's day; days of 23 and 25 hours included. */
export function dayEndInstant(day: string): string {
  return new Date(localMidnight(day, 1).getTime() - 1).toISOString();
}

/** The day that lies `days` before (negative: after) a given one. */
export function daysBefore(day: string, days: number): string {
  return localDay(localMidnight(day, -days));
}

// Names of our own: browsers do not agree on September, and theirs start slowly (see `wholeNumbers.ts`).
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const time = (date: Date) => `${pad(date.getHours())}:${pad(date.getMinutes())}`;
const dayAndMonth = (date: Date) => `${date.getDate()} ${MONTHS[date.getMonth()]}`;
const shortDay = (date: Date) => `${WEEKDAYS[date.getDay()]} ${dayAndMonth(date)}`;
const longDay = (date: Date) => `${dayAndMonth(date)} ${date.getFullYear()}`;

/** An instant in words: "Today 09:10", "Yesterday 17:02", "Tue 10 Nov 08:30", "3 Jan 2025 11:00". */
export function formatInstant(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const day = localDay(date);
  const today = localDay(now);
  const clock = time(date);
  if (day === today) return `Today ${clock}`;
  if (day === daysBefore(today, 1)) return `Yesterday ${clock}`;
  const sameYear = date.getFullYear() === now.getFullYear();
  return `${sameYear ? shortDay(date) : longDay(date)} ${clock}`;
}

/** The same in short: for an instant of today the time alone, "07:42". */
export function formatInstantShort(iso: string, now: Date): string {
  return formatInstant(iso, now).replace(/^Today /, '');
}

/** The day of an instant in words: "Today", "Yesterday", "Tue 10 Nov". */
export function formatDay(iso: string, now: Date): string {
  return formatInstant(iso, now).replace(/ \d\d:\d\d$/, '');
}

/** The day, and for an instant of today its time: "Today 09:10", "Yesterday", "Tue 10 Nov". */
export function formatInstantByDay(iso: string, now: Date): string {
  const text = formatInstant(iso, now);
  return text.startsWith('Today') ? text : formatDay(iso, now);
}

/** An instant in full, for titles and print. */
export function formatInstantFull(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${longDay(date)} ${time(date)}`;
}
