import type { DeliveriesExportQuery, ExportQuery } from '../contract/exports';
import type { ExportName } from '../domain/exportFiles';
import { api } from './api';

/** An object URL of the file, because the store can't hold a Blob. */
export function objectUrl(file: unknown): string {
  return URL.createObjectURL(file instanceof Blob ? file : new Blob([String(file)]));
}

/**
 * Each returns the object URL of a file; the caller saves it and revokes the URL (`ui/saveFile`). They are mutations,
 * so that no file stays in the cache.
 */
const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportDeliveries: build.mutation<string, DeliveriesExportQuery>({
      query: (query) => ({ name: 'exportDeliveries', query }),
      transformResponse: objectUrl,
    }),
    exportItemsSummary: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportItemsSummary', query }),
      transformResponse: objectUrl,
    }),
    exportReps: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportReps', query }),
      transformResponse: objectUrl,
    }),
    exportLocationHistory: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportLocationHistory', query }),
      transformResponse: objectUrl,
    }),
  }),
});

const { exportDeliveries, exportItemsSummary, exportReps, exportLocationHistory } = exportsApi.endpoints;
const UNTRACKED = { track: false };
type ExportThunk = ReturnType<typeof exportDeliveries.initiate> | ReturnType<typeof exportReps.initiate>;

/** The call behind each file. */
export const exportCalls: Record<ExportName, (query: ExportQuery) => ExportThunk> = {
  'delivery-lines': (query) => exportDeliveries.initiate({ ...query, mode: 'lines' }, UNTRACKED),
  deliveries: (query) => exportDeliveries.initiate({ ...query, mode: 'deliveries' }, UNTRACKED),
  'items-summary': (query) => exportItemsSummary.initiate(query, UNTRACKED),
  reps: (query) => exportReps.initiate(query, UNTRACKED),
  'location-history': (query) => exportLocationHistory.initiate(query, UNTRACKED),
};
