import type { RefObject } from 'react';
import { NOTE_LENGTH_MAX } from '../../domain/constants';
import { noteLength } from '../../domain/noteRules';
import { formatInteger } from '../../domain/wholeNumbers';
import { TextArea } from '../../ui/TextArea';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import type { NoteCheck } from './visitDraft';

/** From this length on, in UTF-16 units, the characters are counted and shown. */
const COUNTED_FROM = NOTE_LENGTH_MAX * 0.9;
/** The numbers of characters left that a screen reader announces, once each. */
const ANNOUNCED_AT = [100, 1_000];

function countOf(length: number): string {
  const count = `${formatInteger(length)} of ${formatInteger(NOTE_LENGTH_MAX)} characters`;
  return length > NOTE_LENGTH_MAX ? `${count}: ${formatInteger(length - NOTE_LENGTH_MAX)} too many` : count;
}

/** Changes only when a threshold is passed, so that not every letter is announced. */
function announcement(length: number): string {
  const bound = ANNOUNCED_AT.find((left) => NOTE_LENGTH_MAX - length < left);
  return bound === undefined ? '' : `Fewer than ${formatInteger(bound)} characters left`;
}

interface NoteFieldProps {
  note: string;
  check: NoteCheck;
  readOnly: boolean;
  onChange: (note: string) => void;
  ref: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The note of a visit. Near its limit the characters are counted. A text that is too long is not cut; the field shows
 * the error.
 */
export function NoteField({ note, check, readOnly, onChange, ref }: NoteFieldProps) {
  const isCounted = !readOnly && note.length >= COUNTED_FROM;
  const length = isCounted ? noteLength(note) : 0;
  const count = check.staysAsStored
    ? 'Longer than notes may be now. It stays as it is until you change it.'
    : countOf(length);
  const error = readOnly ? null : check.error;
  return (
    <div>
      <TextArea
        label="Note"
        ref={ref}
        value={note}
        readOnly={readOnly}
        hint={isCounted ? count : undefined}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <VisuallyHidden>
        <span role="status">{isCounted && !error && !check.staysAsStored ? announcement(length) : ''}</span>
      </VisuallyHidden>
    </div>
  );
}
