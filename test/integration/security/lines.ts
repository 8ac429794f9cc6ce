/**
 * What the product is held to, line by line. A line's tests carry its number, `security 8: …`; where a test of
 * another folder proves it too, or alone, it is named here by its file and a part of its title.
 */
export interface SecurityLine {
  number: number;
  check: string;
  also?: readonly { file: string; title: string }[];
}

/** The tests of the defences in a real browser. */
export const BROWSER_TESTS = 'test/browser/security/';

export const SECURITY_LINES: readonly SecurityLine[] = [
  { number: 1, check: 'Session cookie HttpOnly, SameSite, Path=/, Secure and __Host- under https' },
  { number: 2, check: 'New session id at login, the old one dead' },
  { number: 3, check: '256-bit token, stored hashed; idle and absolute limits; sign-out ends it on the server' },
  { number: 4, check: 'Deactivation and role changes act at once' },
  { number: 5, check: 'Bodies are JSON only, cross-site requests refused' },
  {
    number: 6,
    check: 'argon2id at OWASP’s minimum, rehash on login; good passwords only',
    also: [{ file: 'test/integration/server/routes/auth.test.ts', title: 'replaces a hash of less cost' }],
  },
  {
    number: 7,
    check: 'Same answer, same work for unknown user and wrong password',
    also: [{ file: 'test/integration/server/routes/auth.test.ts', title: 'says the same for an unknown address' }],
  },
  { number: 8, check: 'Login throttled; no lock-out of the right user elsewhere' },
  {
    number: 9,
    check: 'No default account outside the demo; first admin by command; registration off',
    also: [{ file: 'test/integration/server/createAdmin.test.ts', title: 'npm run admin' }],
  },
  { number: 10, check: 'Every route states who may call it' },
  {
    number: 11,
    check: 'A rep changes only own visits and deliveries, through replay too',
    also: [{ file: 'test/integration/server/replays.test.ts', title: 'but not when their role no longer allows' }],
  },
  {
    number: 12,
    check: 'Idempotency rows belong to a user',
    also: [
      { file: 'test/integration/server/idempotency.test.ts', title: 'belongs to its user' },
      { file: 'test/integration/server/routes/writes.test.ts', title: 'own write' },
    ],
  },
  { number: 13, check: 'Unknown fields refused; nothing taken from a client that may not set it' },
  { number: 14, check: 'Answers carry schema fields only' },
  {
    number: 15,
    check: 'Rules of the trade hold on the server',
    also: [
      { file: 'test/integration/server/routes/visits.test.ts', title: 'at the same moment as the last delivery' },
      { file: 'test/integration/server/routes/users.test.ts', title: 'keeps one admin when all demote each other' },
      { file: 'test/integration/server/badRequests.test.ts', title: 'bad requests' },
    ],
  },
  { number: 16, check: 'Wildcards escaped; limits held; bad dates and duplicate parameters refused' },
  {
    number: 17,
    check: 'CSV formula injection, server and browser alike',
    also: [
      { file: 'test/integration/server/routes/exports.test.ts', title: 'hold down texts that a spreadsheet would run' },
      { file: 'test/unit/domain/csv.test.ts', title: 'holds the formula' },
    ],
  },
  { number: 18, check: 'No text of a person runs as a script, on any screen' },
  { number: 19, check: 'Content security policy and Trusted Types enforced' },
  {
    number: 20,
    check: 'Security headers on every answer',
    also: [{ file: 'test/integration/server/responses.test.ts', title: 'every answer of /api' }],
  },
  { number: 21, check: 'Shared device: nothing of the last person but their queue' },
  {
    number: 22,
    check: 'Stored records are parsed before use',
    also: [
      { file: 'test/unit/offline/invariants/reporting.test.ts', title: 'a record that can’t be read is set aside' },
    ],
  },
  { number: 23, check: 'Body, header, URL limits and timeouts' },
  { number: 24, check: '__proto__, deep, cut and duplicate-key JSON → 400' },
  {
    number: 25,
    check: 'Errors say {error} and nothing of the inside',
    also: [{ file: 'test/integration/server/responses.test.ts', title: 'a fault of the server' }],
  },
  { number: 26, check: 'The log says who did what, and nothing that was typed' },
  { number: 27, check: 'Edits after submit and of deliveries leave an audit row' },
  {
    number: 28,
    check: 'Redirect after login only to a path of the app',
    also: [{ file: 'test/unit/paths.test.ts', title: 'the way back after signing in' }],
  },
  {
    number: 29,
    check: 'Nothing beside the app is served',
    also: [{ file: 'test/integration/server/responses.test.ts', title: 'the files of the app' }],
  },
  { number: 30, check: 'Locked install without install scripts, no asset from elsewhere' },
];
