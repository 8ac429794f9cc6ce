import { describe, expect, it } from 'vitest';
import { validateName, validatePrice, validateUnitsPerPack } from '../../src/domain/itemRules';
import { boxSizesFor, clampBoxCount, formatAddress } from '../../src/domain/locationRules';
import { validateEmail, validatePassword } from '../../src/domain/userRules';

describe('a new item (spec §5)', () => {
  it('needs a name', () => {
    expect(validateName('  ')).toBe('Enter a name');
    expect(validateName('Gin')).toBeNull();
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s units per pack', (units) => {
    expect(validateUnitsPerPack(units)).not.toBeNull();
  });

  it.each([-0.01, 0.001, Number.NaN, Number.POSITIVE_INFINITY])('refuses the price %s', (price) => {
    expect(validatePrice(price)).not.toBeNull();
  });

  it.each([0, 0.01, 8.29, 1_000_000])('takes the price %s', (price) => {
    expect(validatePrice(price)).toBeNull();
  });
});

describe('a new location (spec §5)', () => {
  it.each([
    [0, 1],
    [-5, 1],
    [21, 20],
    [7.9, 7],
    [Number.NaN, 1],
    [20, 20],
  ])('brings the box count %s to %s', (given, kept) => {
    expect(clampBoxCount(given)).toBe(kept);
  });

  it('keeps the sizes chosen and fills up with M', () => {
    expect(boxSizesFor(3, ['XL'])).toEqual(['XL', 'M', 'M']);
    expect(boxSizesFor(1, ['S', 'L'])).toEqual(['S']);
  });

  it('shows the address on one line without gaps', () => {
    expect(formatAddress({ street: '1 Main', city: 'Ames', state: 'IA', zip: '50010' })).toBe('1 Main, Ames, IA 50010');
    expect(formatAddress({ street: '', city: 'Ames', state: '', zip: '' })).toBe('Ames');
  });
});

describe('a new user', () => {
  it.each(['ana', 'ana@', '@shop.com', 'a b@shop.com', 'ana@shop'])('refuses the e-mail %s', (email) => {
    expect(validateEmail(email)).not.toBeNull();
  });

  it.each(['short', 'password', 'Password123', 'x'.repeat(129)])('refuses the password %s', (password) => {
    expect(validatePassword(password)).not.toBeNull();
  });

  it('takes a long passphrase', () => {
    expect(validatePassword('correct horse battery staple correct horse battery staple 12')).toBeNull();
  });
});
