import { OUTCOME_COLOURS, type Outcome, outcomeLabel } from '../domain/outcomes';
import { classNames } from './classNames';
import badge from './Badge.module.css';
import { OutcomeGlyph } from './OutcomeGlyph';
import tones from './outcomeTones.module.css';

/** An outcome as colour, glyph and text (spec §4). A visit without one shows a dash. */
export function OutcomeBadge({ outcome }: { outcome: Outcome | null }) {
  if (outcome === null) return <span>–</span>;
  return (
    <span className={classNames(badge.badge, tones[OUTCOME_COLOURS[outcome]])}>
      <OutcomeGlyph outcome={outcome} />
      {outcomeLabel(outcome)}
    </span>
  );
}
