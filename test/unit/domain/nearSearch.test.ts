import { expect, it } from 'vitest';
import { hasEveryWordNearly } from '../../../src/domain/nearSearch';

it.each([
  ['quikc', 'Quick Oats 500 g'],
  ['quck', 'Quick Oats 500 g'],
  ['quiick oats', 'Quick Oats 500 g'],
  ['qvick', 'Quick Oats 500 g'],
  ['spakl', 'Sparkling Water 0.5 l'],
  ['SPW-05', 'Sparkling Water SPW-05'],
])('"%s" finds %s', (search, name) => {
  expect(hasEveryWordNearly(name, search)).toBe(true);
});

it.each([
  ['tae', 'Iced Tea'],
  ['quikk', 'Quiet Oats'],
  ['cola quikc', 'Quick Oats'],
])('"%s" does not find %s', (search, name) => {
  expect(hasEveryWordNearly(name, search)).toBe(false);
});
