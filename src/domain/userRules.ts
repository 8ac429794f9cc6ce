import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './constants';
import { messages } from './messages';

const COMMON_PASSWORDS = new Set(
  (
    'password password1 passw0rd 12345678 123456789 1234567890 11111111 00000000 qwertyui qwerty123 qwertyuiop ' +
    'iloveyou letmein1 welcome1 admin123 administrator abc12345 abcd1234 sunshine princess football baseball ' +
    'superman trustno1 dragon123 monkey123 changeme changeme1 password123 1q2w3e4r zaq12wsx asdfghjk'
  ).split(' '),
);

/** An e-mail address that could be delivered to; the server does not send mail to check. */
export function validateEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : messages.emailInvalid;
}

/** 8 to 128 characters and not one of the passwords everybody tries first. */
export function validatePassword(password: string): string | null {
  if (password.length < PASSWORD_LENGTH_MIN) return messages.passwordTooShort;
  if (password.length > PASSWORD_LENGTH_MAX) return messages.passwordTooLong;
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? messages.passwordCommon : null;
}

/** An e-mail address as it is compared and kept: trimmed, lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
