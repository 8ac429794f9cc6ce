import type { CreateItemBody, Item } from '../contract/items';
import { readItem } from './answers/readItem';
import { readList } from './answers/shape';
import { api, staleAfter } from './api';

export const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.query<Item[], void>({
      query: () => ({ name: 'listItems' }),
      transformResponse: (raw: unknown) => readList(raw, readItem),
      providesTags: ['Items'],
    }),
    createItem: build.mutation<Item, CreateItemBody>({
      query: (body) => ({ name: 'createItem', body }),
      transformResponse: readItem,
      invalidatesTags: staleAfter('Items'),
    }),
  }),
});

export const { useCreateItemMutation } = itemsApi;
