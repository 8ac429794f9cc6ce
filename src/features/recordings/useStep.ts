import { useState } from 'react';
import type { Playback } from '../../recording/app/playback';

/** The position of a playback. */
export interface Step {
  /** The number of the action after which the screen is shown. */
  step: number;
  route: string;
  go: (step: number) => void;
}

export function useStep(playback: Playback): Step {
  const [at, setAt] = useState(() => ({ step: playback.first, route: playback.show(playback.first) }));
  return {
    ...at,
    go(requested) {
      const step = Math.min(playback.last, Math.max(playback.first, requested));
      setAt({ step, route: playback.show(step) });
    },
  };
}
