import type { Item } from '../contract/items';
import { parseItem } from './parsers/item';
import { parseList } from './parsers/values';
import { api } from './api';
import { listTag } from './tags';

export const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.query<Item[], void>({
      query: () => ({ name: 'listItems' }),
      transformResponse: (raw: unknown) => parseList(raw, parseItem),
      providesTags: [listTag('Items')],
    }),
  }),
});
