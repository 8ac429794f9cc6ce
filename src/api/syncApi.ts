import { lazyCalls } from '../contract/lazyCalls';
import type { SyncRow } from '../contract/sync';
import { asList, asRecord, asText } from './parsers/values';
import { api } from './api';

const syncApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSync: build.query<SyncRow[], void>({
      query: () => ({ name: 'listSync', call: lazyCalls.listSync }),
      // Not in the spec, so a server that has this call sends the rows of the contract.
      transformResponse: (raw: unknown) => asList(raw) as SyncRow[],
      keepUnusedDataFor: 0,
    }),
    sendRecording: build.mutation<null, { device: string; title: string; content: string }>({
      query: (body) => ({ name: 'sendRecording', call: lazyCalls.sendRecording, body }),
      transformResponse: () => null,
    }),
    /** The compressed file; a mutation, so that it does not stay in the cache. */
    getSentRecording: build.mutation<string, string>({
      query: (id) => ({ name: 'getSentRecording', call: lazyCalls.getSentRecording, params: { id } }),
      transformResponse: (raw: unknown) => asText(asRecord(raw).content),
    }),
  }),
});

export const { useListSyncQuery, useSendRecordingMutation, useGetSentRecordingMutation } = syncApi;
