import type { CreateUserBody, ListedUser, UpdateUserBody, User } from '../contract/users';
import { screenMessages } from '../domain/screenMessages';
import type { Role } from '../domain/roles';
import { validateRoles, withRole } from '../domain/userRules';
import { parseListedUser, parseUser } from './parsers/user';
import { parseList } from './parsers/values';
import { api } from './api';
import { invalidatesOnSuccess, listTag } from './tags';
import type { ApiExtra } from './client/apiBaseQuery';
import type { ApiRequest } from './client/apiRequest';
import type { ApiError } from './client/errors';
import type { Write } from './client/writes';

/** One change in the list of users: the active flag, or one role. */
export type UserChange = { body: UpdateUserBody } | { role: Role; on: boolean };

type Result<T> = { data?: T; error?: ApiError };
type Ask = (request: ApiRequest) => PromiseLike<Result<unknown>>;

/**
 * The body of the call (spec §7). The call replaces the whole list of roles, and this page may show an old one: the
 * role is changed in the list that the server has now.
 */
async function bodyOf(id: string, change: UserChange, ask: Ask): Promise<Result<UpdateUserBody>> {
  if ('body' in change) return { data: change.body };
  const { data, error } = await ask({ name: 'listUsers' });
  if (error) return { error };
  const user = parseList(data, parseUser).find(({ _id }) => _id === id);
  if (!user) return { error: { kind: 'validation', text: screenMessages.notFound } };
  const roles = withRole(user.roles, change.role, change.on);
  const fault = validateRoles(roles);
  return fault ? { error: { kind: 'validation', text: fault } } : { data: { roles } };
}

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Admins only; screens show an empty list on failure (spec §7). */
    listUsers: build.query<ListedUser[], void>({
      query: () => ({ name: 'listUsers' }),
      transformResponse: (raw: unknown) => parseList(raw, parseListedUser),
      providesTags: [listTag('Users')],
    }),
    createUser: build.mutation<User, Write<CreateUserBody>>({
      query: (write) => ({ name: 'createUser', ...write }),
      transformResponse: parseUser,
      invalidatesTags: invalidatesOnSuccess(listTag('Users')),
    }),
    /**
     * Optimistic: shows in the list at once, and is undone and fetched again when it fails. Changes of one user are
     * sent one after the other.
     */
    updateUser: build.mutation<User, { id: string } & UserChange>({
      queryFn: ({ id, ...change }, { extra }, _options, ask) =>
        (extra as ApiExtra).serializeByKey(`user ${id}`, async () => {
          const { data: body, error: bodyError } = await bodyOf(id, change, ask as Ask);
          if (bodyError) return { error: bodyError };
          const { data, error } = await ask({ name: 'updateUser', params: { id }, body });
          return error ? { error } : { data: parseUser(data) };
        }),
      onQueryStarted: async ({ id, ...change }, { dispatch, queryFulfilled }) => {
        const optimisticPatch = usersApi.util.updateQueryData('listUsers', undefined, (users) => {
          const user = users.find(({ _id }) => _id === id);
          if (!user) return;
          Object.assign(user, 'role' in change ? { roles: withRole(user.roles, change.role, change.on) } : change.body);
        });
        const shown = dispatch(optimisticPatch);
        try {
          await queryFulfilled;
        } catch {
          dispatch(api.util.invalidateTags([listTag('Users')]));
          shown.undo();
        }
      },
      invalidatesTags: invalidatesOnSuccess(listTag('Users')),
    }),
  }),
});

export const { useListUsersQuery, useCreateUserMutation, useUpdateUserMutation } = usersApi;
