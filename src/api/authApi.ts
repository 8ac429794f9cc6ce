import type { Health, LoginBody, SignedInUser } from '../contract/users';
import { parseSessionUser } from './parsers/user';
import { asRecord, asText } from './parsers/values';
import { api } from './api';

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user; `null` when the server names nobody. */
    getMe: build.query<SignedInUser | null, void>({
      query: () => ({ name: 'getMe' }),
      transformResponse: parseSessionUser,
    }),
    login: build.mutation<SignedInUser | null, LoginBody>({
      query: (body) => ({ name: 'login', body }),
      transformResponse: parseSessionUser,
    }),
    logout: build.mutation<null, void>({
      query: () => ({ name: 'logout', keepalive: true }),
      transformResponse: () => null,
    }),
    /** Any JSON response counts as connected; `now` is empty when the server does not send its clock. */
    getHealth: build.query<Health, void>({
      query: () => ({ name: 'getHealth' }),
      transformResponse: (raw: unknown) => ({ ok: true, now: asText(asRecord(raw).now) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetHealthQuery } = authApi;
