import type { ListLocationsQuery, Location } from '../contract/locations';
import { parseLocation } from './parsers/location';
import { parseList } from './parsers/values';
import { api } from './api';
import { listTag } from './tags';

export const locationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Locations whose name or address contains `q`; all without it. */
    listLocations: build.query<Location[], ListLocationsQuery>({
      query: (query) => ({ name: 'listLocations', query }),
      transformResponse: (raw: unknown) => parseList(raw, parseLocation),
      providesTags: [listTag('Locations')],
    }),
  }),
});
