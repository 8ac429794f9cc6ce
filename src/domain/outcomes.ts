/** Every outcome a visit can carry (spec §3), in the order shown. */
export const OUTCOMES = ['completed', 'partial', 'no_access', 'skipped', 'other'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The four outcomes that the visit screens offer; 'other' appears in data and charts only (spec §4). */
export const OFFERED_OUTCOMES = ['completed', 'partial', 'no_access', 'skipped'] as const satisfies readonly Outcome[];

/** The colour word of each outcome (spec §9); `ui/tokens.css` gives each its light and dark value. */
export const OUTCOME_COLOURS: Record<Outcome, string> = {
  completed: 'green',
  partial: 'amber',
  no_access: 'brown',
  skipped: 'orange',
  other: 'grey',
};

export function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value);
}

/** An outcome as shown: underscores as spaces (spec §4). */
export function outcomeLabel(outcome: string): string {
  return outcome.replaceAll('_', ' ');
}
