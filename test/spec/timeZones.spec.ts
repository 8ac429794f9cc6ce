import { paths } from '../../src/paths';
import { ADA, COLA, NORTH } from '../browser/fixture/fixtures';

import { expect, test } from './specTest';

/**
 * A day in a filter is the person's calendar day, both ends included: From = To = that day finds the delivery made
 * at 23:50 and at 00:10 of it, and none of the days beside it.
 */

interface Day {
  zone: string;
  day: string;
  /** The two ends of the day as instants. */
  begins: string;
  ends: string;
}

const MINUTE_MS = 60_000;

const DAYS: readonly Day[] = [
  // UTC−8, UTC, UTC+13: a winter's day of each.
  { zone: 'America/Los_Angeles', day: '2026-01-15', begins: '2026-01-15T08:00Z', ends: '2026-01-16T08:00Z' },
  { zone: 'UTC', day: '2026-01-15', begins: '2026-01-15T00:00Z', ends: '2026-01-16T00:00Z' },
  { zone: 'Pacific/Tongatapu', day: '2026-01-15', begins: '2026-01-14T11:00Z', ends: '2026-01-15T11:00Z' },
  // The days on which the clocks of Los Angeles change: 23 hours, and 25.
  { zone: 'America/Los_Angeles', day: '2026-03-08', begins: '2026-03-08T08:00Z', ends: '2026-03-09T07:00Z' },
  { zone: 'America/Los_Angeles', day: '2026-11-01', begins: '2026-11-01T07:00Z', ends: '2026-11-02T08:00Z' },
];

for (const { zone, day, begins, ends } of DAYS) {
  test.describe(`${day} in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('From = To = that day finds what was delivered at 23:50 and nothing of another day', async ({
      page,
      signedIn,
      fixture,
    }) => {
      const at = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * MINUTE_MS);
      // The quantities tell the deliveries apart: 1 and 2 are of the day, 100 and 200 of its neighbours.
      const made: [at: Date, quantity: number][] = [
        [at(begins, 10), 1],
        [at(ends, -10), 2],
        [at(begins, -10), 100],
        [at(ends, 10), 200],
      ];
      for (const [when, quantity] of made) {
        const { _id } = await fixture.delivery(NORTH, { lines: [{ item: COLA, quantity }] });
        await fixture.moveDelivery(_id, when);
      }
      await signedIn(ADA);
      await page.clock.setFixedTime(at(ends, -5));
      await page.goto(`${paths.deliveries()}?from=${day}&to=${day}`);
      await expect(page.getByText('Showing 2 of 2 results')).toBeVisible();
      await expect(page.getByText(/^Total on page/)).toHaveText('Total on page: $3.75');
      await expect(page.getByRole('table')).toContainText('Today 23:50');
      await expect(page.getByRole('table')).toContainText('Today 00:10');
      await page.goto(`${paths.dashboard()}?from=${day}&to=${day}`);
      await expect(page.locator('dd', { hasText: '$3.75' }).first()).toBeVisible();
    });
  });
}
