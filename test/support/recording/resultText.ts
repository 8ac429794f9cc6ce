import type { Json } from '../../../src/recording/core/json';
import type { Verdict } from '../../../src/recording/core/replayState';

const shown = (value: Json | undefined) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** A verdict as text; a difference takes two more lines. */
export function resultText(mode: 'state' | 'behaviour', verdict: Verdict): string {
  if (verdict.ok) return `${mode}: the same, up to action ${verdict.actions}`;
  const { action, what, path, recorded, replayed } = verdict.difference;
  return [
    `${mode}: first difference at action ${action}, ${what}${path ? `, ${path}` : ''}`,
    `  recorded: ${shown(recorded)}`,
    `  replayed: ${shown(replayed)}`,
  ].join('\n');
}
