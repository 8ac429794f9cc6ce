import type { Visit } from '../../contract/visits';
import { isOutcome, type Outcome } from '../../domain/outcomes';

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
