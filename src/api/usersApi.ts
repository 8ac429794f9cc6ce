import type { CreateUserBody, UpdateUserBody, User } from '../contract/users';
import { readUser } from './answers/readUser';
import { readList } from './answers/shape';
import { api, staleAfter } from './api';

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Admins only; screens show an empty list on failure (spec §7). */
    listUsers: build.query<User[], void>({
      query: () => ({ name: 'listUsers' }),
      transformResponse: (raw: unknown) => readList(raw, readUser),
      providesTags: ['Users'],
    }),
    createUser: build.mutation<User, CreateUserBody>({
      query: (body) => ({ name: 'createUser', body }),
      transformResponse: readUser,
      invalidatesTags: staleAfter('Users'),
    }),
    /** Shows in the list at once; when the server refuses, the list is what it was, and asked for again. */
    updateUser: build.mutation<User, { id: string; body: UpdateUserBody }>({
      query: ({ id, body }) => ({ name: 'updateUser', params: { id }, body }),
      transformResponse: readUser,
      onQueryStarted: async ({ id, body }, { dispatch, queryFulfilled }) => {
        const change = usersApi.util.updateQueryData('listUsers', undefined, (users) => {
          const user = users.find(({ _id }) => _id === id);
          if (user) Object.assign(user, body);
        });
        const shown = dispatch(change);
        try {
          await queryFulfilled;
        } catch {
          shown.undo();
          dispatch(api.util.invalidateTags(['Users']));
        }
      },
      invalidatesTags: staleAfter('Users'),
    }),
  }),
});

export const { useListUsersQuery, useCreateUserMutation, useUpdateUserMutation } = usersApi;
