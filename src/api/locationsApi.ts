import type { CreateLocationBody, ListLocationsQuery, Location } from '../contract/locations';
import { parseLocation } from './parsers/location';
import { parseList } from './parsers/values';
import { api, invalidates } from './api';
import type { Write } from './client/writes';

export const locationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Locations whose name or address contains `q`; all without it. */
    listLocations: build.query<Location[], ListLocationsQuery>({
      query: (query) => ({ name: 'listLocations', query }),
      transformResponse: (raw: unknown) => parseList(raw, parseLocation),
      providesTags: ['Locations'],
    }),
    createLocation: build.mutation<Location, Write<CreateLocationBody>>({
      query: (write) => ({ name: 'createLocation', ...write }),
      transformResponse: parseLocation,
      invalidatesTags: invalidates('Locations', 'Boxes'),
    }),
  }),
});

export const { useCreateLocationMutation } = locationsApi;
