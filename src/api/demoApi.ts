import { lazyCalls } from '../contract/lazyCalls';
import type { DemoAccount } from '../contract/users';
import { parseUser } from './parsers/user';
import { asList, asRecord, asText } from './parsers/values';
import { api } from './api';

function parseDemoAccount(raw: unknown): DemoAccount {
  const { name, email, roles } = parseUser(raw);
  return { name, email, roles, password: asText(asRecord(raw).password) };
}

const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDemoAccounts: build.query<DemoAccount[], void>({
      query: () => ({ name: 'listDemoAccounts', call: lazyCalls.listDemoAccounts }),
      transformResponse: (raw: unknown) => asList(raw).map(parseDemoAccount),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListDemoAccountsQuery } = demoApi;
