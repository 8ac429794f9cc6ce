import { describe, expect, it } from 'vitest';
import { validateEmail, validatePassword } from '../../src/domain/userRules';

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
