import type { Item } from '../contract/items';
import { parseItem } from './parsers/item';
import { parseList } from './parsers/values';
import { api, listTag } from './api';

export const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.query<Item[], void>({
      query: () => ({ name: 'listItems' }),
      transformResponse: (raw: unknown) => parseList(raw, parseItem),
      providesTags: [listTag('Items')],
    }),
  }),
});
