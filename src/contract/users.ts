import * as z from 'zod/mini';
import { screenMessages } from '../domain/screenMessages';
import { ROLES } from '../domain/roles';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX } from '../domain/constants';
import { idSchema, instantSchema, namesAField, nameSchema } from './common';

const roleSchema = z.enum(ROLES);
const rolesSchema = z.array(roleSchema).check(z.minLength(1, screenMessages.rolesRequired), z.maxLength(ROLES.length));

export const userSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  active: z.boolean(),
});
/** A person who can sign in (spec §3). The password is never part of a response. */
export type User = z.infer<typeof userSchema>;

export const listedUserSchema = z.extend(userSchema, {
  /** Ours: `null` for a user who never signed in, absent from a server that does not know. */
  lastSignInAt: z.optional(z.nullable(instantSchema)),
});
/** A user in the list of users. */
export type ListedUser = z.infer<typeof listedUserSchema>;

export const userListSchema = z.array(listedUserSchema);

const emailSchema = z
  .string()
  .check(z.trim(), z.minLength(3, screenMessages.emailInvalid), z.maxLength(EMAIL_LENGTH_MAX));
const passwordSchema = z.string().check(z.maxLength(PASSWORD_LENGTH_MAX));

export const createUserBody = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  roles: rolesSchema,
  active: z._default(z.boolean(), true),
});
export type CreateUserBody = z.input<typeof createUserBody>;

export const updateUserBody = z
  .strictObject({
    name: z.optional(nameSchema),
    email: z.optional(emailSchema),
    roles: z.optional(rolesSchema),
    active: z.optional(z.boolean()),
  })
  .check(namesAField);
/** At least one of roles and active (spec §7), and of ours, name and e-mail address. */
export type UpdateUserBody = z.infer<typeof updateUserBody>;

export const loginBody = z.strictObject({
  email: z.string().check(z.maxLength(EMAIL_LENGTH_MAX)),
  password: passwordSchema,
});
export type LoginBody = z.infer<typeof loginBody>;

export const registerBody = z.strictObject({ name: nameSchema, email: emailSchema, password: passwordSchema });
/** Spec §3 does not list the fields; these are the required ones of an account. */
export type RegisterBody = z.infer<typeof registerBody>;

export const changePasswordBody = z.strictObject({ currentPassword: passwordSchema, newPassword: passwordSchema });

/** What an administrator passes on to the user: it signs in once, within 24 hours. */
export const oneTimePasswordSchema = z.object({ oneTimePassword: z.string(), expiresAt: instantSchema });

/** Accounts whose passwords are public. */
export const demoAccountListSchema = z.array(
  z.object({ name: z.string(), email: z.string(), password: z.string(), roles: z.array(roleSchema) }),
);
export type DemoAccount = z.infer<typeof demoAccountListSchema>[number];

export const sessionResponseSchema = z.object({
  user: userSchema,
  /**
   * true: this server stores the outcome of each write and has `GET /api/writes/{id}`. Ours: a server of spec §7
   * lacks the field.
   */
  storesWrites: z.optional(z.literal(true)),
  /**
   * true: the user signed in with a one-time password and must choose another (`changePassword`) within 15 minutes,
   * when the session ends. Ours: otherwise absent.
   */
  mustChangePassword: z.optional(z.literal(true)),
});
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

/** The user of a session, as the client remembers them. */
export interface SignedInUser extends User {
  /** They signed in with a one-time password and must choose another. */
  changeDue?: true;
}

/** Who is signed in; `user` is `null` when nobody is. */
export const whoResponseSchema = z.extend(sessionResponseSchema, { user: z.nullable(userSchema) });
