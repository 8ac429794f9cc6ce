import { eq } from 'drizzle-orm';
import type { User } from '../../contract/users';
import { normaliseEmail } from '../../domain/userRules';
import { users } from '../db/schema';
import { hashPassword, needsRehash, verifyPassword } from '../auth/passwords';
import { problem } from '../http/problems';
import { route, type SessionUser } from '../http/route';
import { beginSessionIfActive, clearSessionCookie, endSession, setSessionCookie, tokenOf } from '../auth/sessions';
import { checkWithinLimits, countRegistration, recordSignIn } from '../auth/signInLimits';
import { createUser } from '../auth/users';

const asUser = (user: SessionUser): User => ({ ...user, active: true });

const wrongSignIn = () => problem.unauthorized('Email or password is wrong.');

export const authRoutes = [
  /** A visitor without a cookie is no failure: they get 204. Who was signed in is told that they are not, or why. */
  route('getMe', async ({ user, request }) => {
    if (user) return { user: asUser(user) };
    if (request.isDeactivated) throw problem.deactivated();
    if (tokenOf(request) !== null) throw problem.unauthorized();
    return null;
  }),

  /** The same words and the same work for an unknown address, a wrong password and an inactive user. */
  route(
    'login',
    async ({ db, body, now, request, reply }) => {
      const email = normaliseEmail(body.email);
      const attempt = { email, password: body.password, ip: request.ip, now };
      const found = await checkWithinLimits(db, attempt, async () => {
        const [user] = await db.select().from(users).where(eq(users.email, email));
        const matches = await verifyPassword(user?.passwordHash ?? null, body.password);
        return user && matches && user.active ? user : null;
      });
      if (found === null) throw wrongSignIn();
      const token = await beginSessionIfActive(db, found.id, now);
      if (token === null) throw wrongSignIn();
      await recordSignIn(db, attempt);
      if (needsRehash(found.passwordHash)) {
        const passwordHash = await hashPassword(body.password);
        await db.update(users).set({ passwordHash }).where(eq(users.id, found.id));
      }
      const before = tokenOf(request);
      if (before !== null) await endSession(db, before);
      setSessionCookie(request, reply, token);
      const { id, name, roles } = found;
      // For the log, which names who signed in.
      request.sessionUser = { _id: id, name, email, roles };
      return { user: asUser(request.sessionUser) };
    },
    { skipTransaction: true },
  ),

  route(
    'logout',
    async ({ db, request, reply }) => {
      const token = tokenOf(request);
      if (token !== null) await endSession(db, token);
      clearSessionCookie(request, reply);
      return null;
    },
    { skipTransaction: true },
  ),

  route(
    'register',
    async ({ db, body, now, config, request, reply }) => {
      if (!config.registration) throw problem.forbidden('Registration is switched off. Ask an administrator.');
      await countRegistration(db, request.ip, now);
      const user = await createUser(db, { ...body, roles: ['rep'], active: false }, now);
      reply.code(201);
      return { user };
    },
    { skipTransaction: true },
  ),
];
