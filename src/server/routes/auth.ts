import { and, eq } from 'drizzle-orm';
import type { SessionResponse } from '../../contract/users';
import { normaliseEmail } from '../../domain/userRules';
import { listDemoAccounts } from '../demo/demoData';
import { users } from '../db/schema';
import { hashPassword, needsRehash, verifyPassword } from '../auth/passwords';
import { problem } from '../http/problems';
import { route, type SessionUser } from '../http/route';
import { changePassword, completeSignIn } from '../auth/signIn';
import { validateNewPassword } from '../auth/passwordRules';
import { endSessionOf, listSessionsOf } from '../auth/ownSessions';
import { endSession, endSessionsOf, signedInFrom, setSessionCookie, tokenOf } from '../auth/sessions';
import { checkWithinLimits, countRegistration, recordSignIn } from '../auth/signInLimits';
import { createUser, maySignIn, mustChangePassword } from '../auth/users';

const sessionResponse = (user: SessionUser, isChangeDue: boolean): SessionResponse => ({
  user: { ...user, active: true },
  storesWrites: true,
  ...(isChangeDue && { mustChangePassword: true }),
});

const wrongSignIn = () => problem.unauthorized('Email or password is wrong.');

export const authRoutes = [
  /**
   * `user: null` for a visitor without a session cookie. With a cookie of a session that is over: 401, or 403 with the
   * reason.
   */
  route('getMe', async ({ user, request }) => {
    if (user) return sessionResponse(user, request.mustChangePassword);
    if (request.isDeactivated) throw problem.deactivated();
    if (tokenOf(request) !== null) throw problem.unauthorized();
    return { user: null };
  }),

  /** The same error and the same work for an unknown e-mail address, a wrong password and an inactive user. */
  route(
    'login',
    async ({ db, body, now, request, reply }) => {
      const email = normaliseEmail(body.email);
      request.accountTried = email;
      const attempt = { email, password: body.password, ip: request.ip, now };
      const found = await checkWithinLimits(db, attempt, async () => {
        const [user] = await db.select().from(users).where(eq(users.email, email));
        const matches = await verifyPassword(user?.passwordHash ?? null, body.password);
        return user && matches && maySignIn(user, now) ? user : null;
      });
      if (found === null) throw wrongSignIn();
      const token = await completeSignIn(db, found, signedInFrom(request), now);
      if (token === null) throw wrongSignIn();
      await recordSignIn(db, attempt);
      if (needsRehash(found.passwordHash)) {
        const passwordHash = await hashPassword(body.password);
        const isUnchanged = and(eq(users.id, found.id), eq(users.passwordHash, found.passwordHash));
        await db.update(users).set({ passwordHash }).where(isUnchanged);
      }
      const before = tokenOf(request);
      if (before !== null) await endSession(db, before);
      setSessionCookie(request, reply, token);
      const { id, name, roles } = found;
      // For the log, which names who signed in.
      request.sessionUser = { _id: id, name, email, roles };
      return sessionResponse(request.sessionUser, mustChangePassword(found));
    },
    { skipTransaction: true },
  ),

  route(
    'logout',
    async ({ db, request }) => {
      const token = tokenOf(request);
      if (token !== null) await endSession(db, token);
      return null;
    },
    { skipTransaction: true, neverWaits: true },
  ),

  /** A guess of the current password counts like one at sign-in, since a session may be in the wrong hands. */
  route(
    'changePassword',
    async ({ db, user, body, now, request, reply }) => {
      const { currentPassword, newPassword } = body;
      const wrong = validateNewPassword(newPassword, user);
      if (wrong) throw problem.badRequest(wrong);
      if (newPassword === currentPassword) throw problem.badRequest('Choose a password other than the current one.');
      const attempt = { email: user.email, password: currentPassword, ip: request.ip, now };
      const checked = await checkWithinLimits(db, attempt, async () => {
        const [row] = await db.select().from(users).where(eq(users.id, user._id));
        return row && (await verifyPassword(row.passwordHash, currentPassword)) ? row : null;
      });
      if (checked === null) throw problem.forbidden('The current password is wrong.');
      setSessionCookie(request, reply, await changePassword(db, checked, newPassword, signedInFrom(request), now));
      return sessionResponse(user, false);
    },
    { skipTransaction: true },
  ),

  route('listSessions', ({ db, user, now, request }) => listSessionsOf(db, user._id, tokenOf(request), now)),

  route(
    'endSession',
    async ({ db, user, params, now }) => {
      await endSessionOf(db, user._id, params.id, now);
      return null;
    },
    { skipTransaction: true, neverWaits: true },
  ),

  route(
    'endSessions',
    async ({ db, user }) => {
      await endSessionsOf(db, user._id);
      return null;
    },
    { skipTransaction: true, neverWaits: true },
  ),

  route(
    'register',
    async ({ db, body, now, config, request, reply }) => {
      if (!config.registration) throw problem.forbidden('Registration is switched off. Ask an administrator.');
      await countRegistration(db, request.ip, now);
      const user = await createUser(db, { ...body, roles: ['rep'], active: false }, null, now);
      reply.code(201);
      return { user };
    },
    { skipTransaction: true },
  ),

  route('listDemoAccounts', async ({ db, config }) => {
    const accounts = await listDemoAccounts(db, config);
    return accounts.map(({ name, email, password, roles }) => ({ name, email, password, roles }));
  }),
];
