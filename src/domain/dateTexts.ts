/** Which texts name a day (2026-11-21) or an instant (ISO), as `dates.ts` has them. */

/** From the year 1 on: databases know no year 0. */
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a calendar day that exists. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Date, time of day and zone; a fraction of a second has at most nine digits. */
const INSTANT =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The instant that an ISO text such as 2026-11-21T08:00:00Z names; `null` for any other text and days that do not
 * exist.
 */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text) || !isDay(text.slice(0, 10))) return null;
  const instant = new Date(text);
  // The zone may move it into a year that texts of instants and databases do not have.
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
