import { expect, it } from 'vitest';
import { hasEveryWord } from '../../../src/domain/search';

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
