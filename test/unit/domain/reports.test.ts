import { describe, expect, it } from 'vitest';
import { dashboardFigures, largest, occurringOutcomes } from '../../../src/domain/reports';

describe('the figures of the dashboard', () => {
  it('are sums over the reps, money to the cent, and count the active reps', () => {
    const rows = [
      { total: 0.1, visitCount: 2, deliveries: 3 },
      { total: 0.2, visitCount: 0, deliveries: 1 },
      { total: 0, visitCount: 1, deliveries: 0 },
      { total: 0, visitCount: 0, deliveries: 0 },
    ];
    expect(dashboardFigures(rows)).toEqual({ total: 0.3, visits: 3, deliveries: 4, repsActive: 3 });
  });
});

describe('the series of the charts', () => {
  it('is sorted largest first, and leaves the response unchanged', () => {
    const rows = [{ quantity: 1 }, { quantity: 3 }, { quantity: 2 }];
    expect(largest(rows, (row) => row.quantity, 2)).toEqual([{ quantity: 3 }, { quantity: 2 }]);
    expect(rows.map(({ quantity }) => quantity)).toEqual([1, 3, 2]);
  });

  it('has only the outcomes that occur, and is empty when there are none', () => {
    const none = { completed: 0, partial: 0, no_access: 0, skipped: 0, other: 0 };
    expect(occurringOutcomes(none)).toEqual([]);
    expect(occurringOutcomes({ ...none, other: 2, completed: 1 })).toEqual([
      { outcome: 'completed', count: 1 },
      { outcome: 'other', count: 2 },
    ]);
  });
});
