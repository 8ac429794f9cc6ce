import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteSchema } from '../../../src/contract/common';
import { NOTE_LENGTH_MAX } from '../../../src/domain/constants';
import { noteLength, shortNote, validateNote } from '../../../src/domain/noteRules';

/** Notes around the limit, of letters, emoji and halves of emoji. */
const note = fc
  .tuple(fc.array(fc.constantFrom('x', 'é', '🧃', '\ud83e', '\uddc3', '\n')), fc.integer({ min: -3, max: 3 }))
  .map(([units, over]) => {
    const end = units.join('');
    return 'x'.repeat(NOTE_LENGTH_MAX + over - Array.from(end).length) + end;
  });

describe('a note', () => {
  it('has one length for the form and the contract, counted in Unicode code points', () => {
    fc.assert(
      fc.property(note, (text) => {
        expect(noteLength(text)).toBe(Array.from(text).length);
        expect(validateNote(text) === null).toBe(noteSchema.safeParse(text).success);
      }),
    );
  });

  it('is shortened for a list only when it is too long, and then to a text that no form accepts', () => {
    fc.assert(
      fc.property(note, (text) => {
        const shown = shortNote(text);
        const isCut = validateNote(text) !== null;
        expect(noteLength(shown)).toBe(isCut ? NOTE_LENGTH_MAX + 1 : noteLength(text));
        expect(text.startsWith(isCut ? shown.slice(0, -1) : shown)).toBe(true);
      }),
    );
  });
});
