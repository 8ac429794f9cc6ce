import type { Box, CreateBoxBody, ListBoxesQuery } from '../contract/boxes';
import { readBox } from './answers/readLocation';
import { readList } from './answers/shape';
import { api, staleAfter } from './api';

export const boxesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The boxes of a location; of all locations without one. */
    listBoxes: build.query<Box[], ListBoxesQuery>({
      query: (query) => ({ name: 'listBoxes', query }),
      transformResponse: (raw: unknown) => readList(raw, readBox),
      providesTags: ['Boxes'],
    }),
    getBox: build.query<Box, string>({
      query: (id) => ({ name: 'getBox', params: { id } }),
      transformResponse: readBox,
      providesTags: ['Boxes'],
    }),
    createBox: build.mutation<Box, CreateBoxBody>({
      query: (body) => ({ name: 'createBox', body }),
      transformResponse: readBox,
      invalidatesTags: staleAfter('Boxes'),
    }),
  }),
});
