import { describe, expect, it } from 'vitest';
import { dayEndInstant, dayStartInstant } from '../../../src/domain/dates';
import { dashboardRange, EMPTY_SALES_FILTER, salesQuery, validateRange } from '../../../src/domain/salesFilter';

describe('a filter as a query', () => {
  it('omits what is not set', () => {
    expect(salesQuery({ ...EMPTY_SALES_FILTER, repName: '  ' })).toEqual({});
  });

  it('turns days into the instants at which they begin and end in the user’s time zone', () => {
    expect(salesQuery({ from: '2026-03-01', to: '2026-03-02', location: 'l1', rep: 'u1', repName: ' Ann ' })).toEqual({
      from: dayStartInstant('2026-03-01'),
      to: dayEndInstant('2026-03-02'),
      location: 'l1',
      repId: 'u1',
      repName: 'Ann',
    });
  });

  it('omits a day that does not exist', () => {
    expect(salesQuery({ ...EMPTY_SALES_FILTER, from: '2026-02-30', to: 'tomorrow' })).toEqual({});
  });
});

describe('a range of days', () => {
  it('is the last 30 days by default, today included', () => {
    expect(dashboardRange('2026-03-30')).toEqual({ from: '2026-03-01', to: '2026-03-30' });
  });

  it('must not end before it begins, and may be open at either end', () => {
    expect(validateRange({ from: '2026-03-02', to: '2026-03-01' })).toBe('From is after To');
    expect(validateRange({ from: '2026-03-01', to: '2026-03-01' })).toBeNull();
    expect(validateRange({ from: '2026-03-02', to: '' })).toBeNull();
  });
});
