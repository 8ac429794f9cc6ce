import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validatePassword } from '../../domain/userRules';

/**
 * The 5,000 most common passwords of at least 8 characters in lower case, from the list of @zxcvbn-ts/language-common
 * 4.1.3 (`commonPasswords.license.txt`), and three more.
 */
const COMMON_PASSWORDS = new Set(readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8').split('\n'));

/** Words of the name or e-mail address are refused from this length on. Shorter ones occur in too many passwords. */
const OWN_WORD_LENGTH_MIN = 4;

/** Digits and signs around a word: `!marcus2026`. */
const AROUND_A_WORD = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** The words of an account's name and e-mail address, the whole address, and the name in one word; lower case. */
function ownWords({ name, email }: Account): string[] {
  const [ownName, ownEmail] = [name, email].map((text) => text.normalize('NFC').toLowerCase()) as [string, string];
  const words = `${ownName} ${ownEmail}`.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
  return [...words, ownEmail, ownName.replace(/[^\p{L}\p{N}]+/gu, '')];
}

interface Account {
  name: string;
  email: string;
}

/**
 * Why a password is refused, or `null`. Refused are: a wrong length; a common password, also backwards; the account's
 * own name or e-mail address, also with digits and signs around it.
 */
export function validateNewPassword(password: string, account: Account): string | null {
  const normalized = password.normalize('NFC');
  const wrongLength = validatePassword(normalized);
  if (wrongLength) return wrongLength;
  const lowered = normalized.toLowerCase();
  const reversed = lowered.split('').toReversed().join('');
  if (COMMON_PASSWORDS.has(lowered) || COMMON_PASSWORDS.has(reversed))
    return 'This password is too common. Choose another';
  const forms = [lowered, lowered.replace(AROUND_A_WORD, '')];
  const isOwn = ownWords(account).some((word) => forms.includes(word));
  return isOwn ? 'This password is the name or e-mail address of the account. Choose another' : null;
}
