import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  dayEndInstant,
  daysBefore,
  dayStartInstant,
  formatInstant,
  formatInstantByDay,
  localDay,
} from '../../../src/domain/dates';
import { isDay, parseInstant } from '../../../src/domain/dateTexts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});

/** Days as texts over ten years, February 29th included. */
const anyDay = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map(localDay);

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland', 'Europe/Berlin'])('days in %s', (zone) => {
  it('run from the first to the last millisecond of the calendar day, without gaps', () => {
    process.env.TZ = zone;
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(localDay(new Date(dayStartInstant(day)))).toBe(day);
        expect(localDay(new Date(dayEndInstant(day)))).toBe(day);
        const nextStart = Date.parse(dayStartInstant(daysBefore(day, -1)));
        expect(nextStart - Date.parse(dayEndInstant(day))).toBe(1);
      }),
    );
  });
});

describe('a day on which the clocks change', () => {
  it('has 23 hours in spring and 25 in autumn', () => {
    process.env.TZ = 'America/Los_Angeles';
    const hours = (day: string) => (Date.parse(dayEndInstant(day)) + 1 - Date.parse(dayStartInstant(day))) / 3_600_000;
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24]);
  });
});

describe('a day as text', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-13-01', false],
    ['0000-05-05', false],
    ['0001-05-05', true],
    ['2026-1-1', false],
    ['yesterday', false],
  ])('%s: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });
});

describe('an instant as a relative time', () => {
  it.each([
    ['2026-11-21T09:10:00', 'Today 09:10'],
    ['2026-11-20T17:02:00', 'Yesterday 17:02'],
    ['2026-11-10T08:30:00', 'Tue 10 Nov 08:30'],
    ['2026-09-06T08:30:00', 'Sun 6 Sep 08:30'],
    ['2025-01-03T11:00:00', '3 Jan 2025 11:00'],
    ['nonsense', ''],
  ])('%s is "%s"', (local, expected) => {
    expect(formatInstant(local, new Date('2026-11-21T12:00:00'))).toBe(expected);
  });

  it.each([
    ['2026-11-21T09:10:00', 'Today 09:10'],
    ['2026-11-20T17:02:00', 'Yesterday'],
    ['2026-11-10T08:30:00', 'Tue 10 Nov'],
    ['2025-01-03T11:00:00', '3 Jan 2025'],
    ['nonsense', ''],
  ])('%s by its day is "%s"', (local, expected) => {
    expect(formatInstantByDay(local, new Date('2026-11-21T12:00:00'))).toBe(expected);
  });
});

describe('an instant parsed from a text', () => {
  it.each([
    ['2026-11-21T08:00:00.250Z', '2026-11-21T08:00:00.250Z'],
    ['2026-11-21T08:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T01:30:00+02:00', '2026-11-20T23:30:00.000Z'],
    ['2024-02-29T23:59:59.999999999Z', '2024-02-29T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T08:00:00',
    '2026-11-21 08:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T08:60:00Z',
    '2026-11-21T08:00:00+24:00',
    '2026-02-30T08:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'Sat, 21 Nov 2026 08:00:00 GMT',
    '1795248000000',
  ])('is not found in "%s"', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});
