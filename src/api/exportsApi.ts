import type { DeliveriesExportQuery, ExportQuery } from '../contract/exports';
import { api } from './api';

/** An object URL of the file, because a Blob can't be in the store. */
export function objectUrl(file: unknown): string {
  return URL.createObjectURL(file instanceof Blob ? file : new Blob([String(file)]));
}

/**
 * Each returns the object URL of a file; the caller saves it and revokes the URL (`ui/saveFile`). They are mutations, so
 * that no file stays in the cache.
 */
export const exportsApi = api.injectEndpoints({
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
