import Check from 'lucide-react/icons/check';
import Contrast from 'lucide-react/icons/contrast';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Lock from 'lucide-react/icons/lock';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { Outcome } from '../domain/outcomes';

const GLYPHS = { completed: Check, partial: Contrast, no_access: Lock, skipped: SkipForward, other: Ellipsis };

/** A shape per outcome, so that outcomes differ without colour: in greyscale and for colour-blind people. */
export function OutcomeGlyph({ outcome }: { outcome: Outcome }) {
  const Glyph = GLYPHS[outcome];
  return <Glyph aria-hidden size={14} strokeWidth={2.5} />;
}
