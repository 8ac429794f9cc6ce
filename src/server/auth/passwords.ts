import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
/** Algorithm.Argon2id of the library, whose const enum cannot be imported by single-file compilers. */
const ARGON2ID = 2;

/** A password in Unicode form NFC: the same characters are the same password on every keyboard. */
const nfc = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return hash(nfc(password), { algorithm: ARGON2ID, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES });
}

/** Checked in place of an unknown user's hash, so that both take the same time. */
const nobodysHash = hashPassword('nobody signs in with this');

/** Whether the password matches the stored hash; for `null` always false, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), nfc(password));
  return matches && passwordHash !== null;
}

/** Whether a stored hash was made with a lower cost than the current one. */
export function needsRehash(passwordHash: string): boolean {
  const cost = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  return !cost || Number(cost[1]) < MEMORY_KIB || Number(cost[2]) < PASSES;
}
