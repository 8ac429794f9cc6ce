import { expect, it } from 'vitest';
import { OFFERED_OUTCOMES, OUTCOME_COLOURS, OUTCOMES, outcomeLabel } from '../../../src/domain/outcomes';

it('outcomes are shown with spaces for underscores (spec §4)', () => {
  expect(OUTCOMES.map(outcomeLabel)).toEqual(['completed', 'partial', 'no access', 'skipped', 'other']);
});

it('outcomes have the colours of spec §9', () => {
  expect(OUTCOME_COLOURS).toEqual({
    completed: 'green',
    partial: 'amber',
    no_access: 'brown',
    skipped: 'orange',
    other: 'grey',
  });
});

it('the visit screens offer four of them', () => {
  expect(OFFERED_OUTCOMES).toEqual(['completed', 'partial', 'no_access', 'skipped']);
});
