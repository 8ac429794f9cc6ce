import { type SQL, sql } from 'drizzle-orm';
import { NOTE_LENGTH_MAX } from '../../domain/constants';
import { deliveries, visits } from '../db/schema';

/**
 * Notes of visits in lists. A note that was stored before notes had a limit may have a million characters, and a visit
 * hundreds of deliveries: the database gives a note once per visit, and a list never gives all of such a note.
 */

/** As much of a note as a list needs to see whether it is longer than a note may be. */
export const listedNote = sql<string>`left(${visits.note}, ${NOTE_LENGTH_MAX + 1})`;

/** A note beside deliveries, newest first: with the first delivery of its visit, `null` with the others. */
export function withFirstOfVisit(note: SQL): SQL<string | null> {
  const { visitId, deliveredAt, id } = deliveries;
  return sql`case when row_number() over (partition by ${visitId} order by ${deliveredAt} desc, ${id}) = 1 then ${note} end`;
}

/** Tells each delivery, in that same order, the note that came with the first of its visit. */
export function notesOfVisits(shown = (stored: string) => stored): (visitId: string, stored: string | null) => string {
  const notes = new Map<string, string>();
  return (visitId, stored) => {
    if (stored !== null) notes.set(visitId, shown(stored));
    return notes.get(visitId) ?? '';
  };
}
