import { describe, expect, it } from 'vitest';
import { dayEndInstant, dayStartInstant } from '../../../src/domain/dates';
import { dashboardRange, EMPTY_SALES_FILTER, salesQuery, validateRange } from '../../../src/domain/salesFilter';

/** Days that do not exist, years with too many digits, and the years that a browser reports while one is typed. */
const NO_FILTER_DAYS = [
  '2026-02-30',
  'tomorrow',
  '20266-11-21',
  '0002-11-21',
  '0202-11-21',
  '1899-12-31',
  '3000-01-01',
];

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

  it.each(NO_FILTER_DAYS)('omits %s', (text) => {
    expect(salesQuery({ ...EMPTY_SALES_FILTER, from: text, to: text })).toEqual({});
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

  it.each(NO_FILTER_DAYS)('must not begin or end with %s', (text) => {
    expect(validateRange({ from: text, to: '' })).toBe('From must be a day of the years 1900 to 2999');
    expect(validateRange({ from: '2026-03-01', to: text })).toBe('To must be a day of the years 1900 to 2999');
  });
});
