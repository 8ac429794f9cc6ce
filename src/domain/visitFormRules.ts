import { screenMessages } from './screenMessages';
import { isOutcome, type Outcome } from './outcomes';

/** Start visit needs both a rep and a location (spec §5). */
export function validateStartVisit(rep: string, location: string): string | null {
  return rep && location ? null : screenMessages.pickRepAndLocation;
}

/** Whether every box of the location has at least one delivery of this visit (spec §4). */
export function canComplete(boxIds: readonly string[], refilledBoxIds: ReadonlySet<string>): boolean {
  return boxIds.every((id) => refilledBoxIds.has(id));
}

/** The reason why the visit can't be submitted, or `null` (spec §5). */
export function validateSubmit(outcome: Outcome | null, everyBoxRefilled: boolean): string | null {
  if (!isOutcome(outcome)) return screenMessages.selectOutcome;
  return outcome === 'completed' && !everyBoxRefilled ? screenMessages.refillAllBoxes : null;
}

/** The message for a refused submit, in the words of spec §5. `serverText`: the server's error; empty for none. */
export function submitErrorMessage(serverText: string): string {
  const text = serverText.toLowerCase();
  if (text.includes('outcome')) return screenMessages.selectOutcome;
  if (text.includes('lines') || text.includes('boxes')) return screenMessages.refillOneBox;
  return serverText || screenMessages.submitFailed;
}
