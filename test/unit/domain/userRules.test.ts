import { describe, expect, it } from 'vitest';
import {
  normaliseEmail,
  validateEmail,
  validatePassword,
  validateRoles,
  withRole,
} from '../../../src/domain/userRules';

describe('a new user', () => {
  it.each(['ana', 'ana@', '@shop.com', 'a b@shop.com', 'ana@shop'])('refuses the e-mail %s', (email) => {
    expect(validateEmail(email)).not.toBeNull();
  });

  it.each(['short', 'x'.repeat(129)])('refuses the password %s', (password) => {
    expect(validatePassword(password)).not.toBeNull();
  });

  it('has one e-mail address, however its Unicode letters are composed (security 47)', () => {
    expect(normaliseEmail(' Jose\u0301@Shop.com ')).toBe('jos\u00e9@shop.com');
    // A capital letter of Greek that has a composed form in lower case alone.
    expect(normaliseEmail('\u03aa\u0301@shop.com')).toBe(normaliseEmail('\u0390@shop.com'));
  });

  it('accepts a long passphrase', () => {
    expect(validatePassword('correct horse battery staple correct horse battery staple 12')).toBeNull();
  });
});

describe('the roles of a user', () => {
  it('must not become empty (spec §5)', () => {
    expect(validateRoles([])).toBe('A user must have at least one role (rep or admin).');
    expect(validateRoles(['rep'])).toBeNull();
  });

  it('are toggled one at a time', () => {
    expect(withRole(['rep'], 'admin', true)).toEqual(['rep', 'admin']);
    expect(withRole(['rep', 'admin'], 'rep', false)).toEqual(['admin']);
    expect(withRole(['admin'], 'admin', true)).toEqual(['admin']);
  });
});
