import type { DeliveriesExportQuery, ExportQuery } from '../contract/exports';
import { api } from './api';

/** The file itself stays outside the store; what goes in is the address under which the browser holds it. */
function objectAddress(file: unknown): string {
  return URL.createObjectURL(file instanceof Blob ? file : new Blob([String(file)]));
}

/**
 * Each answers the blob: address of the file; who asked saves it and lets go of it (`ui/saveFile`). Mutations, so
 * that no file stays in the cache after it was saved.
 */
export const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportDeliveries: build.mutation<string, DeliveriesExportQuery>({
      query: (query) => ({ name: 'exportDeliveries', query }),
      transformResponse: objectAddress,
    }),
    exportItemsSummary: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportItemsSummary', query }),
      transformResponse: objectAddress,
    }),
    exportReps: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportReps', query }),
      transformResponse: objectAddress,
    }),
    exportLocationHistory: build.mutation<string, ExportQuery>({
      query: (query) => ({ name: 'exportLocationHistory', query }),
      transformResponse: objectAddress,
    }),
  }),
});
