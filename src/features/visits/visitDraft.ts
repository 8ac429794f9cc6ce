import { asRecord } from '../../api/parsers/values';
import type { WriteBase } from '../../api/client/writes';
import { isNoteTooLong, validateNote } from '../../domain/noteRules';
import { isOutcome, type Outcome, outcomeLabel } from '../../domain/outcomes';
import type { EntryAbout } from '../../offline/entry';
import type { VisitView } from '../../state/pending/pendingViews';
import { baseOf, parseBase } from '../../state/pending/writeBase';

/** Outcome and note in a form, and the base of the form. */
export interface VisitDraft {
  outcome: Outcome | null;
  note: string;
  base: WriteBase;
}

/** Name the form that submits a visit, and the one that edits it, among the drafts. */
export const submitVisitForm = (visitId: string) => `submit visit ${visitId}`;
export const editVisitForm = (visitId: string) => `edit visit ${visitId}`;

/** The initial form of a visit. `refused`: the content of a refused entry, so that nobody has to type it again. */
export function draftOf(visit: VisitView, refused: EntryAbout): VisitDraft {
  const { outcome, note = visit.note } = refused;
  return { outcome: isOutcome(outcome) ? outcome : visit.outcome, note, base: baseOf(visit) };
}

/** Parses a stored draft; `null` for an invalid one. */
export function readVisitDraft(raw: unknown, present: WriteBase): VisitDraft | null {
  const { note, outcome } = asRecord(raw);
  const known = outcome === null || isOutcome(outcome);
  return known && typeof note === 'string' ? { note, outcome, base: parseBase(raw, present) } : null;
}

/** Outcome and note as both versions of a visit show them. */
export function visitContent({ outcome, note }: VisitDraft): { outcome?: Outcome; note: string } {
  return { ...(outcome ? { outcome } : {}), note };
}

/** Outcome and note as text: 'partial, “Shelves are full”'. */
export function visitText({ outcome, note }: Pick<VisitDraft, 'outcome' | 'note'>): string {
  return `${outcome ? outcomeLabel(outcome) : 'no outcome'}, ${note ? `“${note}”` : 'no note'}`;
}

/** The error of a form's note, and the note field of its body. */
export interface NoteCheck {
  error: string | null;
  /** true: the server has this note, which is longer than today's limit. It stays there and is not sent. */
  staysAsStored: boolean;
  body: { note?: string };
}

/** Checks the note of a form about a visit. A note that waits to be sent, or was refused, is not stored yet. */
export function checkNote(visit: VisitView, note: string): NoteCheck {
  const staysAsStored = visit.pending === null && note === visit.note && isNoteTooLong(note);
  return { error: staysAsStored ? null : validateNote(note), staysAsStored, body: staysAsStored ? {} : { note } };
}
