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
  // There are at most as many characters as units, and nearly every note ends the question here.
  return note.length > NOTE_LENGTH_MAX && noteLength(note) > NOTE_LENGTH_MAX;
}

/** What is wrong with a note, or `null`. */
export function validateNote(note: string): string | null {
  return isNoteTooLong(note) ? screenMessages.noteTooLong : null;
}

/**
 * A note as lists give it: one that was stored before notes had a limit is cut to the limit and ends with an ellipsis.
 * That makes it one character longer than a note may be, so that no form sends it back in place of the whole.
 */
export function shortNote(note: string): string {
  return isNoteTooLong(note) ? `${Array.from(note).slice(0, NOTE_LENGTH_MAX).join('')}…` : note;
}
