import { OFFERED_OUTCOMES, OUTCOME_COLOURS, type Outcome, outcomeLabel } from '../domain/outcomes';
import { OutcomeGlyph } from './OutcomeGlyph';
import tones from './outcomeTones.module.css';
import { RadioCards } from './RadioCards';

interface OutcomeRadiosProps {
  value: Outcome | null;
  onChange: (outcome: Outcome) => void;
  /** Outcomes that are disabled now, e.g. completed while boxes are not refilled. */
  unavailable?: readonly Outcome[];
  disabled?: boolean;
  hint?: string | undefined;
  hintId?: string | undefined;
  error?: string | null | undefined;
}

/** The four outcomes the visit screens offer, as large radios in their colours (spec §4). */
export function OutcomeRadios({
  value,
  onChange,
  unavailable = [],
  disabled = false,
  hint,
  hintId,
  error,
}: OutcomeRadiosProps) {
  return (
    <RadioCards
      legend="Outcome"
      cards={OFFERED_OUTCOMES.map((outcome) => ({
        value: outcome,
        label: outcomeLabel(outcome),
        icon: <OutcomeGlyph outcome={outcome} />,
        tone: tones[OUTCOME_COLOURS[outcome]],
        disabled: unavailable.includes(outcome),
      }))}
      value={OFFERED_OUTCOMES.find((outcome) => outcome === value) ?? null}
      onChange={onChange}
      disabled={disabled}
      hint={hint}
      hintId={hintId}
      error={error}
    />
  );
}
