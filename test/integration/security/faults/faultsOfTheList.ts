import type { SourceChange } from '../../../support/app/plantedSource';

/** A bug against which a line of the list protects: its tests must fail while the bug is in the source. */
export interface PlantedFault extends SourceChange {
  /** The number of the line. */
  line: number;
  /** What the bug does. */
  fault: string;
  /** A further change, if a second defence would hide the bug. */
  also?: SourceChange;
  /** Test files in addition to those that the line names. */
  tests?: readonly string[];
  /** true: only a browser shows it, so the app is built with the bug. */
  inBrowser?: true;
}

const server = 'src/server';

/** All changes of a fault. */
export const changesOf = (fault: PlantedFault): SourceChange[] => [fault, ...(fault.also ? [fault.also] : [])];

/** The faults of the lines 1 to 30, the defences that every app of this kind needs. */
export const FAULTS_OF_THE_LIST: readonly PlantedFault[] = [
  {
    line: 1,
    fault: 'the session cookie lacks Secure under https',
    file: `${server}/auth/sessions.ts`,
    find: "secure: request.protocol === 'https',",
    replace: 'secure: false,',
  },
  {
    line: 2,
    fault: 'a sign-in leaves the session of before alive',
    file: `${server}/routes/auth.ts`,
    find: 'if (before !== null) await endSession(db, before);',
    replace: '',
  },
  {
    line: 3,
    fault: 'the table has the token itself',
    file: `${server}/auth/sessions.ts`,
    find: "return createHash('sha256').update(token).digest('hex');",
    replace: 'return token;',
  },
  {
    line: 4,
    fault: 'the session of a deactivated user goes on',
    file: `${server}/auth/sessions.ts`,
    find: 'if (!row?.isActive || row.endedAt !== null) {',
    replace: 'if (!row) {',
  },
  {
    line: 5,
    fault: 'a write of another site is taken',
    file: `${server}/http/registerRoutes.ts`,
    find: 'if (isWrite) checkSameOrigin(request);',
    replace: '',
  },
  {
    line: 6,
    fault: 'a password is hashed with half the memory',
    file: `${server}/auth/passwords.ts`,
    find: 'const MEMORY_KIB = 19_456;',
    replace: 'const MEMORY_KIB = 9_728;',
  },
  {
    line: 7,
    fault: 'an unknown user costs no work',
    file: `${server}/auth/passwords.ts`,
    find: 'const matches = await verify(',
    replace: 'const matches = passwordHash !== null && await verify(',
  },
  {
    line: 8,
    fault: 'failures are not limited',
    file: `${server}/auth/signInLimits.ts`,
    find: '{ accountAtIp: 10, ip: 10, password: 10, account: 100,',
    replace: '{ accountAtIp: 1e6, ip: 1e6, password: 1e6, account: 1e6,',
  },
  {
    line: 9,
    fault: 'anybody may register',
    file: `${server}/routes/auth.ts`,
    find: "if (!config.registration) throw problem.forbidden('Registration is switched off. Ask an administrator.');",
    replace: '',
  },
  {
    line: 10,
    fault: 'no route asks who calls',
    file: `${server}/http/registerRoutes.ts`,
    find: 'checkAccess(call.access, request);',
    replace: '',
  },
  {
    line: 11,
    fault: 'a rep changes what belongs to another',
    file: `${server}/services/ownership.ts`,
    find: 'if (!mayChangeVisitsOf(user, repId))',
    replace: 'if (repId === null && !mayChangeVisitsOf(user, repId))',
  },
  {
    line: 12,
    fault: 'a key finds the write of another user',
    file: `${server}/idempotency/keyedWrites.ts`,
    find: 'and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));',
    replace: 'and(sql`${userId}::text is not null`, eq(idempotencyKeys.key, key));',
  },
  {
    line: 13,
    fault: 'a request that breaks its schema goes on',
    file: `${server}/http/registerRoutes.ts`,
    find: 'if (request.validationError) throw request.validationError;',
    replace: '',
  },
  {
    line: 14,
    fault: 'a response has fields beyond its schema',
    file: `${server}/http/registerRoutes.ts`,
    find: "...(call.responseType !== 'csv' && { response: { '2xx': schemas.response } }),",
    replace: '',
    also: {
      file: `${server}/auth/users.ts`,
      find: 'active: users.active,\n};',
      replace: 'active: users.active,\n  hash: users.passwordHash,\n};',
    },
  },
  {
    line: 15,
    fault: 'a visit is not locked while it is submitted',
    file: `${server}/services/visitRows.ts`,
    find: "await tx.select().from(visits).where(eq(visits.id, id)).for('update');",
    replace: 'await tx.select().from(visits).where(eq(visits.id, id));',
  },
  {
    line: 16,
    fault: 'a wildcard in a search is one',
    file: `${server}/db/containsPattern.ts`,
    find: "return `%${text.replace(/[\\\\%_]/g, '\\\\$&')}%`;",
    replace: 'return `%${text}%`;',
  },
  {
    line: 17,
    fault: 'a formula goes into the file as it is',
    file: 'src/domain/csv.ts',
    find: "const guard = (text: string) => (FORMULA_START.test(text) ? `'${text}` : text);",
    replace: 'const guard = (text: string) => text;',
  },
  {
    line: 18,
    fault: 'the text of an error is read as HTML',
    file: 'src/ui/FormError.tsx',
    find: '{error.text}',
    replace: '<span dangerouslySetInnerHTML={{ __html: error.text }} />',
    inBrowser: true,
  },
  {
    line: 19,
    fault: 'Trusted Types are not enforced',
    file: `${server}/http/securityHeaders.ts`,
    find: "'require-trusted-types-for': [\"'script'\"],",
    replace: '',
    inBrowser: true,
  },
  {
    line: 20,
    fault: 'another site may frame the app',
    file: `${server}/http/securityHeaders.ts`,
    find: "xFrameOptions: { action: 'deny' },",
    replace: 'xFrameOptions: false,',
  },
  {
    line: 21,
    fault: 'what the device keeps of a person stays at the sign-out',
    file: 'src/state/session/sessionListener.ts',
    find: 'effect: (_, { dispatch }) => drop(dispatch, cachesCleared),',
    replace: 'effect: () => undefined,',
    inBrowser: true,
  },
  {
    line: 22,
    fault: 'a record of any shape is taken for an entry',
    file: 'src/offline/storage/validators.ts',
    find: 'if (!isRight(raw)) throw new Error(` is not ${what}`);',
    replace: 'if (!isRight(raw)) return raw as never;',
  },
  {
    line: 23,
    fault: 'a request may take for ever',
    file: `${server}/http/limits.ts`,
    find: 'requestTimeout: REQUEST_TIMEOUT_MS,',
    replace: 'requestTimeout: 0,',
  },
  {
    line: 24,
    fault: 'the field __proto__ is taken',
    file: `${server}/http/jsonBody.ts`,
    find: "if (key === '__proto__')",
    replace: "if (key === '__never__')",
  },
  {
    line: 25,
    fault: 'a fault tells its own text',
    file: `${server}/http/errorHandler.ts`,
    find: '`Something went wrong on the server. Request id: ${request.id}`',
    replace: 'error.message',
  },
  {
    line: 26,
    fault: 'a failed statement is logged with what was typed',
    file: `${server}/http/requestLog.ts`,
    find: 'if (!(error instanceof DrizzleQueryError)) {',
    replace: 'if (error) {',
  },
  {
    line: 27,
    fault: 'the edit of a delivery leaves no audit row',
    file: `${server}/services/changeDelivery.ts`,
    find: 'await writeAudit(tx, {',
    replace: 'void ({',
  },
  {
    line: 28,
    fault: 'a sign-in leads to another site',
    file: 'src/paths.ts',
    find: '/^\\/(?![/\\\\])/.test(requested)',
    replace: '/^\\//.test(requested)',
  },
  {
    line: 29,
    fault: 'hidden files are served',
    file: `${server}/http/staticFiles.ts`,
    find: "dotfiles: 'ignore',",
    replace: "dotfiles: 'allow',",
  },
  {
    line: 30,
    fault: 'the page loads a script from elsewhere',
    file: 'index.html',
    find: '</head>',
    replace: '<script src="https://cdn.example/x.js"></script></head>',
  },
];
