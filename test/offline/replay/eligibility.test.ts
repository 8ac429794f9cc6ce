// @vitest-environment node
import { expect, it } from 'vitest';
import type { EntryState } from '../../../src/offline/entry';
import { isEligible } from '../../../src/offline/replay/eligibility';
import type { ReplayTrigger } from '../../../src/offline/replay/report';
import { aSummary } from '../anEntry';

const triggers: ReplayTrigger[] = ['online', 'start', 'signIn', 'asked', 'focus', 'responded', 'timer', 'edited'];
const TRY_EVERYTHING = ['online', 'start', 'signIn', 'asked'];
const NOW = 1_000_000;

const triggersOf = (state: Partial<EntryState>) =>
  triggers.filter((trigger) => isEligible(aSummary({}, state), trigger, NOW));

it('a waiting entry whose time has come is tried by every trigger', () => {
  expect(triggersOf({ nextTryAt: 0 })).toEqual(triggers);
  expect(triggersOf({ nextTryAt: NOW })).toEqual(triggers);
});

it('one whose time has not come is tried by online, start, sign-in and when asked', () => {
  expect(triggersOf({ nextTryAt: NOW + 1 })).toEqual(TRY_EVERYTHING);
});

it('so is a refused one', () => {
  expect(triggersOf({ state: 'refused' })).toEqual(TRY_EVERYTHING);
});

it('a time further away than any delay is the work of a clock that was set back, and has come', () => {
  expect(triggersOf({ nextTryAt: NOW + 5 * 60_000 })).toEqual(TRY_EVERYTHING);
  expect(triggersOf({ nextTryAt: NOW + 5 * 60_000 + 1 })).toEqual(triggers);
});
