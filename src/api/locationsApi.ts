import type { CreateLocationBody, ListLocationsQuery, Location } from '../contract/locations';
import { readLocation } from './answers/readLocation';
import { readList } from './answers/shape';
import { api, staleAfter } from './api';
import type { Write } from './queuedWrites';

export const locationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Locations whose name or address contains `q`; all without it. */
    listLocations: build.query<Location[], ListLocationsQuery>({
      query: (query) => ({ name: 'listLocations', query }),
      transformResponse: (raw: unknown) => readList(raw, readLocation),
      providesTags: ['Locations'],
    }),
    createLocation: build.mutation<Location, Write<CreateLocationBody>>({
      query: (write) => ({ name: 'createLocation', ...write }),
      transformResponse: readLocation,
      invalidatesTags: staleAfter('Locations', 'Boxes'),
    }),
  }),
});

export const { useCreateLocationMutation } = locationsApi;
