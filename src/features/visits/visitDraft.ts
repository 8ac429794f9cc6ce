import type { Visit } from '../../contract/visits';
import { isNoteTooLong, validateNote } from '../../domain/noteRules';
import { isOutcome, type Outcome } from '../../domain/outcomes';
import type { ShownVisit } from '../../state/pendingViews';

/** Outcome and note as they stand in a form. */
export interface VisitDraft {
  outcome: Outcome | null;
  note: string;
}

export function draftOf(visit: Visit): VisitDraft {
  return { outcome: visit.outcome, note: visit.note };
}

/** A draft as found on the device; `null` when it is none. */
export function readVisitDraft(raw: unknown): VisitDraft | null {
  if (typeof raw !== 'object' || raw === null || !('note' in raw) || !('outcome' in raw)) return null;
  const { note, outcome } = raw;
  const known = outcome === null || isOutcome(outcome);
  return known && typeof note === 'string' ? { note, outcome } : null;
}

/** What a form says of its note, and what it sends of it. */
export interface NoteCheck {
  error: string | null;
  /** Whether the server has this note, longer than notes may be now: it is left there, and not sent. */
  staysAsStored: boolean;
  body: { note?: string };
}

/** Checks the note of a form about a visit. A note that waits to be sent, or was refused, is not stored yet. */
export function checkNote(visit: ShownVisit, note: string): NoteCheck {
  const staysAsStored = visit.pending === null && note === visit.note && isNoteTooLong(note);
  return { error: staysAsStored ? null : validateNote(note), staysAsStored, body: staysAsStored ? {} : { note } };
}
