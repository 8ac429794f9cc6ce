import type { Box, ListBoxesQuery } from '../contract/boxes';
import { parseBox } from './parsers/location';
import { parseList } from './parsers/values';
import { api } from './api';
import { listTag, providesId } from './tags';

export const boxesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The boxes of a location; of all locations without one. */
    listBoxes: build.query<Box[], ListBoxesQuery>({
      query: (query) => ({ name: 'listBoxes', query }),
      transformResponse: (raw: unknown) => parseList(raw, parseBox),
      providesTags: [listTag('Boxes')],
    }),
    getBox: build.query<Box, string>({
      query: (id) => ({ name: 'getBox', params: { id } }),
      transformResponse: parseBox,
      providesTags: providesId('Boxes'),
    }),
  }),
});
