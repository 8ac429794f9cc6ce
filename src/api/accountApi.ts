import { lazyCalls } from '../contract/lazyCalls';
import type { OwnSession } from '../contract/sessions';
import type { SignedInUser } from '../contract/users';
import { parseSessionUser } from './parsers/user';
import { asInstant, asRecord, asText, parseList } from './parsers/values';
import { api } from './api';

function parseSession(raw: unknown): OwnSession {
  const { _id, userAgent, ip, createdAt, lastSeenAt, current } = asRecord(raw);
  const times = { createdAt: asInstant(createdAt) ?? '', lastSeenAt: asInstant(lastSeenAt) ?? '' };
  return { _id: asText(_id), userAgent: asText(userAgent), ip: asText(ip), ...times, current: current === true };
}

/** A password that an administrator passes on. It is never cached: the server gives it once. */
export interface OneTimePassword {
  oneTimePassword: string;
  expiresAt: string;
}

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<OwnSession[], void>({
      query: () => ({ name: 'listSessions', call: lazyCalls.listSessions }),
      transformResponse: (raw: unknown) => parseList(raw, parseSession),
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ name: 'endSession', call: lazyCalls.endSession, params: { id } }),
      transformResponse: () => null,
    }),
    endSessions: build.mutation<null, void>({
      query: () => ({ name: 'endSessions', call: lazyCalls.endSessions }),
      transformResponse: () => null,
    }),
    changePassword: build.mutation<SignedInUser | null, { currentPassword: string; newPassword: string }>({
      query: (body) => ({ name: 'changePassword', call: lazyCalls.changePassword, body }),
      transformResponse: parseSessionUser,
    }),
    resetPassword: build.mutation<OneTimePassword, string>({
      query: (id) => ({ name: 'resetPassword', call: lazyCalls.resetPassword, params: { id } }),
      transformResponse: (raw: unknown) => {
        const { oneTimePassword, expiresAt } = asRecord(raw);
        return { oneTimePassword: asText(oneTimePassword), expiresAt: asText(expiresAt) };
      },
    }),
  }),
});

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useEndSessionsMutation,
  useChangePasswordMutation,
  useResetPasswordMutation,
} = accountApi;
