import type { Health } from '../contract/health';
import type { LoginBody, SignedInUser } from '../contract/users';
import { parseSessionUser, parseWho } from './parsers/user';
import { asRecord, asText } from './parsers/values';
import { api } from './api';

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Who is signed in, if anybody; `null` for a response that does not say. */
    getMe: build.query<{ user: SignedInUser | null } | null, void>({
      query: () => ({ name: 'getMe' }),
      transformResponse: parseWho,
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
