import type { CreateItemBody, Item } from '../contract/items';
import { readItem } from './answers/readItem';
import { readList } from './answers/shape';
import { api, staleAfter } from './api';
import type { Write } from './queuedWrites';

export const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.query<Item[], void>({
      query: () => ({ name: 'listItems' }),
      transformResponse: (raw: unknown) => readList(raw, readItem),
      providesTags: ['Items'],
    }),
    createItem: build.mutation<Item, Write<CreateItemBody>>({
      query: (write) => ({ name: 'createItem', ...write }),
      transformResponse: readItem,
      invalidatesTags: staleAfter('Items'),
    }),
  }),
});

export const { useCreateItemMutation } = itemsApi;
