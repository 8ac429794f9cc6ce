import { expect, it } from 'vitest';
import { hasEveryWord, hasEveryWordNearly } from '../../src/domain/search';

const text = 'Corner Pantry 214 Maple Street, Ames, IA 50010';

it.each(['', '  ', 'pantry', 'PANTRY ames', '214 Maple Street, Ames', ' ames  corner '])(
  'finds it by "%s"',
  (search) => {
    expect(hasEveryWord(text, search)).toBe(true);
  },
);

it.each(['pantry boone', 'maples'])('does not find it by "%s"', (search) => {
  expect(hasEveryWord(text, search)).toBe(false);
});

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
