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

/** The tests that run on PostgreSQL too. */
export const POSTGRES_TESTS: readonly string[] = ['test/integration/security/races.test.ts'];

export const SECURITY_LINES: readonly SecurityLine[] = [
  { number: 1, check: 'Session cookie HttpOnly, SameSite, Path=/, Secure and __Host- under https' },
  { number: 2, check: 'New session id at login, the old one dead' },
  { number: 3, check: '256-bit token, stored hashed; idle and absolute limits; sign-out ends it on the server' },
  { number: 4, check: 'Deactivation and role changes act at once' },
  { number: 5, check: 'Bodies are JSON only, cross-site requests refused' },
  {
    number: 6,
    check: 'argon2id at OWASP’s minimum, rehash on login; good passwords only',
    also: [{ file: 'test/integration/server/routes/auth.test.ts', title: 'replaces a hash of lower cost' }],
  },
  {
    number: 7,
    check: 'Same response, same work for unknown user and wrong password',
    also: [{ file: 'test/integration/server/routes/auth.test.ts', title: 'says the same for an unknown address' }],
  },
  { number: 8, check: 'Login throttled; no lock-out of the right user elsewhere' },
  {
    number: 9,
    check: 'No default account outside the demo; first admin by command; registration off',
    also: [{ file: 'test/integration/server/commands/createAdmin.test.ts', title: 'npm run admin' }],
  },
  { number: 10, check: 'Every route states who may call it' },
  {
    number: 11,
    check: 'A rep changes only own visits and deliveries, through replay too',
    also: [{ file: 'test/integration/server/replays.test.ts', title: 'but not when the role of its user' }],
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
  { number: 14, check: 'Responses carry schema fields only' },
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
      { file: 'test/integration/server/routes/exports.test.ts', title: 'escape texts that a spreadsheet would run' },
      { file: 'test/unit/domain/csv.test.ts', title: 'escapes the formula' },
    ],
  },
  { number: 18, check: 'No text of a person runs as a script, on any screen' },
  { number: 19, check: 'Content security policy and Trusted Types enforced' },
  {
    number: 20,
    check: 'Security headers on every response',
    also: [{ file: 'test/integration/server/responses.test.ts', title: 'every response of /api' }],
  },
  { number: 21, check: 'Shared device: nothing of the last person but their queue' },
  {
    number: 22,
    check: 'Stored records are parsed before use',
    also: [{ file: 'test/unit/offline/invariants/reporting.test.ts', title: 'an unreadable record is quarantined' }],
  },
  { number: 23, check: 'Body, header, URL limits and timeouts' },
  { number: 24, check: '__proto__, deep, cut and duplicate-key JSON → 400' },
  {
    number: 25,
    check: 'Errors say {error} and nothing of the inside',
    also: [
      { file: 'test/integration/server/responses.test.ts', title: 'a fault of the server' },
      { file: 'test/integration/server/exportFailures.test.ts', title: 'before its first byte responds with {error}' },
    ],
  },
  { number: 26, check: 'The log says who did what, and nothing that was typed' },
  { number: 27, check: 'Edits after submit and of deliveries leave an audit row' },
  {
    number: 28,
    check: 'Redirect after login only to a path of the app',
    also: [{ file: 'test/unit/paths.test.ts', title: 'the return path after signing in' }],
  },
  {
    number: 29,
    check: 'Nothing beside the app is served',
    also: [{ file: 'test/integration/server/responses.test.ts', title: 'the files of the app' }],
  },
  { number: 30, check: 'Locked install without install scripts, no asset from elsewhere' },
  {
    number: 31,
    check: 'Exports and lists bounded by bytes, whatever a user stores',
    also: [
      { file: 'test/integration/server/longNotes.test.ts', title: 'is complete in every row' },
      { file: 'test/integration/server/longNotes.test.ts', title: 'did not crash the server' },
      { file: 'test/integration/server/longNotes.test.ts', title: 'is shortened' },
      { file: 'test/integration/server/routes/largeLists.test.ts', title: 'security 31: a list of' },
      { file: 'test/integration/server/runningExports.test.ts', title: 'security 31: exports that are not read' },
    ],
  },
  {
    number: 32,
    check: 'One process at a time has the data folder, in containers too',
    also: [
      { file: 'test/integration/server/dataDirLock.test.ts', title: 'a lock of another machine' },
      { file: 'test/integration/server/dataDirLockProcesses.test.ts', title: 'two containers on one data folder' },
    ],
  },
  {
    number: 33,
    check: 'Only failures count against a sign-in; right passwords get in',
    also: [
      { file: 'test/integration/security/manySignIns.test.ts', title: 'security 8: right passwords' },
      { file: 'test/integration/security/manySignIns.test.ts', title: '1,000 wrong passwords at once' },
    ],
  },
  {
    number: 34,
    check: 'Small bodies on public routes; reading large ones is quick',
    also: [
      { file: 'test/integration/security/bodies.test.ts', title: 'security 23: a body of a public call' },
      { file: 'test/integration/security/bodies.test.ts', title: 'a body that would take long to read' },
    ],
  },
  {
    number: 35,
    check: 'The files of the embedded database are private',
    also: [
      { file: 'test/integration/server/privateFiles.test.ts', title: 'are readable to their user alone' },
      { file: 'test/integration/server/privateFiles.test.ts', title: 'a new data folder is private' },
    ],
  },
  {
    number: 36,
    check: 'A bad setting ends the start in one line, the lock released',
    also: [
      { file: 'test/integration/server/badSettings.test.ts', title: 'a setting that cannot be used' },
      { file: 'test/integration/server/badSettings.test.ts', title: 'a command beside the server' },
    ],
  },
  {
    number: 37,
    check: 'An edit over an older version gets 412 and is lost to nobody',
    also: [
      { file: 'test/integration/server/routes/versions.test.ts', title: 'If-Match' },
      { file: 'test/integration/server/routes/versions.test.ts', title: 'the later of two submits is refused' },
    ],
  },
  {
    number: 38,
    check: 'Failed exports and a full database say {error}; 503 with Retry-After',
    also: [
      { file: 'test/integration/server/exportFailures.test.ts', title: 'an export that fails' },
      { file: 'test/integration/server/exportFailures.test.ts', title: 'a database that refuses' },
    ],
  },
  {
    number: 39,
    check: 'SIGTERM ends within 10 s and refuses nothing before',
    also: [{ file: 'test/integration/server/stop.test.ts', title: 'a stopping server accepts new requests' }],
  },
  {
    number: 40,
    check: 'Common passwords and the account’s own names refused',
    also: [{ file: 'test/integration/security/signIn.test.ts', title: 'security 6: a password' }],
  },
  {
    number: 41,
    check: 'Captured-At is an ISO instant or counts as now',
    also: [{ file: 'test/integration/server/capturedAt.test.ts', title: 'Captured-At' }],
  },
  {
    number: 42,
    check: 'Sign-ins logged; the audit read, filtered and for admins alone',
    also: [
      { file: 'test/integration/server/routes/audit.test.ts', title: 'lists who did what' },
      { file: 'test/integration/server/routes/audit.test.ts', title: 'is filtered by person' },
      { file: 'test/integration/server/routes/audit.test.ts', title: 'refuses unknown parameters' },
    ],
  },
  {
    number: 43,
    check: 'Passwords changed and reset; sessions of that user end',
    also: [
      { file: 'test/integration/server/routes/passwords.test.ts', title: 'sets the new password, ends every session' },
      { file: 'test/integration/server/routes/passwords.test.ts', title: 'signs in once and must then be changed' },
      {
        file: 'test/integration/server/routes/passwords.test.ts',
        title: 'is for admins, and only for users that exist',
      },
    ],
  },
  {
    number: 44,
    check: 'The start warns of what the operator forgot',
    also: [{ file: 'test/integration/server/exposure.test.ts', title: 'who can reach the server' }],
  },
  { number: 45, check: 'A storm of replays leaves the screens quick' },
  {
    number: 46,
    check: 'What a rep stores is bounded',
    also: [{ file: 'test/integration/server/replays.test.ts', title: 'is not stored with a large text' }],
  },
  {
    number: 47,
    check: 'Escaped paths, sister domains, IPv6 networks, NFC, HEAD, formulas, roles',
    also: [
      { file: 'test/integration/security/otherOrigins.test.ts', title: 'is not cached' },
      { file: 'test/integration/security/otherOrigins.test.ts', title: 'that signs out gets' },
      { file: 'test/integration/security/signIn.test.ts', title: 'counts with' },
      { file: 'test/integration/server/routes/health.test.ts', title: 'responds to GET and HEAD' },
      { file: 'test/integration/server/routes/visits.test.ts', title: 'an admin without it starts none' },
      { file: 'test/unit/domain/csv.test.ts', title: 'escapes the formula' },
      { file: 'test/unit/domain/userRules.test.ts', title: 'one e-mail address, however' },
    ],
  },
  { number: 48, check: 'The checks of this list can fail' },
];
