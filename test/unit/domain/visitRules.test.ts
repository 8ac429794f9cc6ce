import { describe, expect, it } from 'vitest';
import {
  canComplete,
  submitErrorMessage,
  validateStartVisit,
  validateSubmit,
} from '../../../src/domain/visitFormRules';
import { isSubmitted, newestFirst } from '../../../src/domain/visitRules';

describe('starting a visit (spec §5)', () => {
  it.each([
    ['', '', 'Pick rep and location'],
    ['r', '', 'Pick rep and location'],
    ['', 'l', 'Pick rep and location'],
    ['r', 'l', null],
  ])('rep "%s" and location "%s" give %s', (rep, location, expected) => {
    expect(validateStartVisit(rep, location)).toBe(expected);
  });
});

describe('completing a visit (spec §4)', () => {
  it('needs a delivery for every box', () => {
    expect(canComplete(['a', 'b'], new Set(['a']))).toBe(false);
    expect(canComplete(['a', 'b'], new Set(['a', 'b', 'elsewhere']))).toBe(true);
  });

  it('allows every other outcome at any time', () => {
    for (const outcome of ['partial', 'no_access', 'skipped', 'other'] as const) {
      expect(validateSubmit(outcome, false)).toBeNull();
    }
    expect(validateSubmit('completed', false)).toBe('To submit as completed, you must refill all boxes.');
    expect(validateSubmit('completed', true)).toBeNull();
    expect(validateSubmit(null, true)).toBe('Please select an outcome before submitting.');
  });
});

describe('the message for a refused submit (spec §5)', () => {
  it.each([
    ['Outcome is required', 'Please select an outcome before submitting.'],
    ['No delivery lines', 'Please refill at least one box before submitting.'],
    ['Boxes are empty', 'Please refill at least one box before submitting.'],
    ['This visit was already submitted.', 'This visit was already submitted.'],
    ['', 'Failed to submit visit. Please try again.'],
  ])('"%s" is shown as "%s"', (server, shown) => {
    expect(submitErrorMessage(server)).toBe(shown);
  });
});

describe('the order of visits (spec §7)', () => {
  it('is by the newest of submittedAt, startedAt and createdAt', () => {
    const visits = [
      { id: 'created', createdAt: '2026-01-02T00:00:00Z' },
      { id: 'started', createdAt: '2026-01-01T00:00:00Z', startedAt: '2026-01-03T00:00:00Z' },
      { id: 'submitted', startedAt: '2026-01-01T00:00:00Z', submittedAt: '2026-01-04T00:00:00Z' },
      { id: 'nothing' },
    ];
    expect(newestFirst(visits).map((visit) => visit.id)).toEqual(['submitted', 'started', 'created', 'nothing']);
    expect(visits[0]?.id).toBe('created');
  });
});

it('a visit is submitted once submittedAt is set', () => {
  expect(isSubmitted({ submittedAt: null })).toBe(false);
  expect(isSubmitted({ submittedAt: '2026-01-04T00:00:00Z' })).toBe(true);
});
