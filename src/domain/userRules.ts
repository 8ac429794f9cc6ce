import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './constants';
import { ROLES, type Role } from './roles';
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
  return email.trim().toLowerCase().normalize('NFC');
}

/** A user must keep at least one role (spec §5). */
export function validateRoles(roles: readonly string[]): string | null {
  return roles.length > 0 ? null : screenMessages.rolesRequired;
}

/** The roles after one checkbox was toggled, in the order of `ROLES`. */
export function withRole(roles: readonly Role[], role: Role, on: boolean): Role[] {
  return ROLES.filter((known) => (known === role ? on : roles.includes(known)));
}
