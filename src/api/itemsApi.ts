import type { CreateItemBody, Item } from '../contract/items';
import { parseItem } from './parsers/item';
import { parseList } from './parsers/values';
import { api, invalidates } from './api';
import type { Write } from './client/writes';

export const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.query<Item[], void>({
      query: () => ({ name: 'listItems' }),
      transformResponse: (raw: unknown) => parseList(raw, parseItem),
      providesTags: ['Items'],
    }),
    createItem: build.mutation<Item, Write<CreateItemBody>>({
      query: (write) => ({ name: 'createItem', ...write }),
      transformResponse: parseItem,
      invalidatesTags: invalidates('Items'),
    }),
  }),
});

export const { useCreateItemMutation } = itemsApi;
