// @vitest-environment node
import { expect, it } from 'vitest';
import { isEligible } from '../../src/offline/replay/eligibility';
import type { ReplayTrigger } from '../../src/offline/replay/report';

const triggers: ReplayTrigger[] = ['online', 'start', 'signIn', 'asked', 'focus', 'answered', 'timer'];

it('a waiting entry goes by every trigger, one on its first try by none', () => {
  expect(triggers.filter((trigger) => isEligible('waiting', trigger))).toEqual(triggers);
  expect(triggers.filter((trigger) => isEligible('sending', trigger))).toEqual([]);
});

it('a refused entry goes by online, start, sign-in and when asked', () => {
  expect(triggers.filter((trigger) => isEligible('refused', trigger))).toEqual(['online', 'start', 'signIn', 'asked']);
});
