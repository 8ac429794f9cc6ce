import { NOTE_LENGTH_MAX } from './constants';
import { screenMessages } from './screenMessages';

const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/**
 * The characters of a note as its limit counts them: Unicode code points, as the contract's schema and PostgreSQL do.
 * An emoji of two UTF-16 units is one, so `maxlength` of a form's field, which counts units, would count otherwise.
 */
export function noteLength(note: string): number {
  return note.length - (note.match(PAIR)?.length ?? 0);
}

export function isNoteTooLong(note: string): boolean {
  // Fast check: a text never has more characters than UTF-16 units.
  return note.length > NOTE_LENGTH_MAX && noteLength(note) > NOTE_LENGTH_MAX;
}

/** What is wrong with a note, or `null`. */
export function validateNote(note: string): string | null {
  return isNoteTooLong(note) ? screenMessages.noteTooLong : null;
}

/**
 * The note in lists. An old note above the limit is cut and ends with an ellipsis. The result is one character too long
 * on purpose, so that a form cannot save it in place of the full note.
 */
export function shortNote(note: string): string {
  return isNoteTooLong(note) ? `${Array.from(note).slice(0, NOTE_LENGTH_MAX).join('')}…` : note;
}
