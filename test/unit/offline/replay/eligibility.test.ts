// @vitest-environment node
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../../src/domain/durations';
import type { EntryState } from '../../../../src/offline/entry';
import { isEligible } from '../../../../src/offline/replay/eligibility';
import type { ReplayTrigger } from '../../../../src/offline/replay/replaySummary';
import { aSummary } from '../../../support/queue/anEntry';

const triggers: ReplayTrigger[] = ['online', 'start', 'signIn', 'syncNow', 'focus', 'responded', 'timer', 'edited'];
const TRY_EVERYTHING = ['online', 'start', 'signIn', 'syncNow'];
const NOW = 1_000_000;

const triggersOf = (state: Partial<EntryState>, requestedAt = NOW) =>
  triggers.filter((trigger) => isEligible(aSummary({}, state), trigger, requestedAt, NOW));

it('a waiting entry that is due is tried by every trigger', () => {
  expect(triggersOf({ nextTryAt: 0 })).toEqual(triggers);
  expect(triggersOf({ nextTryAt: NOW })).toEqual(triggers);
});

it('an entry that is not due is tried on online, start, sign-in and the user’s request', () => {
  expect(triggersOf({ nextTryAt: NOW + 1 })).toEqual(TRY_EVERYTHING);
});

it('a refused entry is tried on online, start, sign-in and the user’s request', () => {
  expect(triggersOf({ state: 'refused' })).toEqual(TRY_EVERYTHING);
});

it.each([
  [NOW - 1, 'at the trigger', TRY_EVERYTHING],
  [NOW, 'after the trigger', []],
  [NOW + 1, 'in the future of a clock that was set back', TRY_EVERYTHING],
])('the triggers of an entry refused at %i, %s', (at, _when, by) => {
  const lastError = { status: 422, text: 'No', at };
  expect(triggersOf({ state: 'refused', lastError }, NOW - 1)).toEqual(by);
});

it('an entry is due when its time is further away than any delay, because the clock was set back', () => {
  expect(triggersOf({ nextTryAt: NOW + HOUR_MS })).toEqual(TRY_EVERYTHING);
  expect(triggersOf({ nextTryAt: NOW + HOUR_MS + 1 })).toEqual(triggers);
});
