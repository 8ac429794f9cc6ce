import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './constants';
import { screenMessages } from './screenMessages';

/** An e-mail address that could be delivered to; the server does not send mail to check. */
export function validateEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : screenMessages.emailInvalid;
}

/** 8 to 128 characters. The server refuses common passwords too (`server/auth/passwordRules.ts`). */
export function validatePassword(password: string): string | null {
  if (password.length < PASSWORD_LENGTH_MIN) return `Use at least ${PASSWORD_LENGTH_MIN} characters`;
  return password.length > PASSWORD_LENGTH_MAX ? `Use at most ${PASSWORD_LENGTH_MAX} characters` : null;
}

/** An e-mail address as it is compared and stored: trimmed, lower case, in Unicode form NFC. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
