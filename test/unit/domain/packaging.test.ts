import { describe, expect, it } from 'vitest';
import { defaultPackagingOf, nextPackaging, PACKAGINGS } from '../../../src/domain/packaging';

describe('the packaging of a new line', () => {
  it.each(PACKAGINGS)('is that of an item in %s', (packaging) => {
    expect(defaultPackagingOf({ packaging })).toBe(packaging);
  });

  it.each([
    ['Case of 12', 'case'],
    ['six-pack', 'case'],
    ['bottle', 'each'],
    ['', 'each'],
  ])('is by the price kind of an item in "%s": %s', (packaging, expected) => {
    expect(defaultPackagingOf({ packaging })).toBe(expected);
  });
});

describe('the next packaging', () => {
  it('goes through all of them and begins again', () => {
    const passed = PACKAGINGS.reduce<string[]>((seen) => [...seen, nextPackaging(seen.at(-1) ?? '')], [PACKAGINGS[0]]);
    expect(passed).toEqual([...PACKAGINGS, PACKAGINGS[0]]);
  });

  it('of a free text is the one after its price kind', () => {
    expect(nextPackaging('gift box')).toBe(nextPackaging('case'));
    expect(nextPackaging('bottle')).toBe(nextPackaging('each'));
  });
});
