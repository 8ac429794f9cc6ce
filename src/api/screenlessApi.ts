import type { Box, CreateBoxBody } from '../contract/boxes';
import type { RegisterBody, SignedInUser } from '../contract/users';
import type { UpdateVisitNoteBody, Visit } from '../contract/visits';
import { api } from './api';
import { invalidatesOnSuccess, invalidatesVisit, listTag } from './tags';
import { parseBox } from './parsers/location';
import { parseSessionUser } from './parsers/user';
import { parseVisit } from './parsers/visit';

/** The calls of spec §7 that no screen makes. No screen loads this file; recordings and tests can. */
api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<SignedInUser | null, RegisterBody>({
      query: (body) => ({ name: 'register', body }),
      transformResponse: parseSessionUser,
    }),
    createBox: build.mutation<Box, CreateBoxBody>({
      query: (body) => ({ name: 'createBox', body }),
      transformResponse: parseBox,
      invalidatesTags: invalidatesOnSuccess(listTag('Boxes')),
    }),
    updateVisitNote: build.mutation<Visit, { id: string; body: UpdateVisitNoteBody }>({
      query: ({ id, body }) => ({ name: 'updateVisitNote', params: { id }, body }),
      transformResponse: parseVisit,
      invalidatesTags: invalidatesVisit,
    }),
  }),
});
