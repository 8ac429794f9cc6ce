import { type SQL, sql } from 'drizzle-orm';
import { NOTE_LENGTH_MAX } from '../../domain/constants';
import { deliveries, visits } from '../db/schema';

/**
 * Notes of visits in lists. A note that was stored before notes had a limit may have a million characters, and a visit
 * hundreds of deliveries. So the database reads a note once per visit, and a list shortens it.
 */

/** The beginning of a note, one character longer than the limit, so that a list sees whether it is too long. */
export const listedNote = sql<string>`left(${visits.note}, ${NOTE_LENGTH_MAX + 1})`;

/**
 * The note in a query of deliveries, newest first: in the row of the first delivery of its visit, `null` in the others.
 */
export function withFirstOfVisit(note: SQL): SQL<string | null> {
  const { visitId, deliveredAt, id } = deliveries;
  return sql`case when row_number() over (partition by ${visitId} order by ${deliveredAt} desc, ${id}) = 1 then ${note} end`;
}

/** Returns a function that gives each delivery, in the same order, the note of the first delivery of its visit. */
export function notesOfVisits(shown = (stored: string) => stored): (visitId: string, stored: string | null) => string {
  const notes = new Map<string, string>();
  return (visitId, stored) => {
    if (stored !== null) notes.set(visitId, shown(stored));
    return notes.get(visitId) ?? '';
  };
}
