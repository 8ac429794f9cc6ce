import { useCallback } from 'react';
import { exportsApi } from '../../api/exportsApi';
import { type ApiError, asApiError } from '../../api/client/errors';
import type { ExportQuery } from '../../contract/exports';
import type { ExportName } from '../../domain/exportFiles';
import { recordable } from '../../recording/core/intents';
import { type DownloadState, downloadEnded, downloadStarted } from '../slices/downloadSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { AppDispatch, AppThunk } from '../root/types';

interface Fetched {
  data?: string | undefined;
  error?: unknown;
}

const { exportDeliveries, exportItemsSummary, exportReps, exportLocationHistory } = exportsApi.endpoints;
const UNTRACKED = { track: false };

/** The call behind each file. */
const CALLS: Record<ExportName, (dispatch: AppDispatch, query: ExportQuery) => Promise<Fetched>> = {
  'delivery-lines': (dispatch, query) => dispatch(exportDeliveries.initiate({ ...query, mode: 'lines' }, UNTRACKED)),
  deliveries: (dispatch, query) => dispatch(exportDeliveries.initiate({ ...query, mode: 'deliveries' }, UNTRACKED)),
  'items-summary': (dispatch, query) => dispatch(exportItemsSummary.initiate(query, UNTRACKED)),
  reps: (dispatch, query) => dispatch(exportReps.initiate(query, UNTRACKED)),
  'location-history': (dispatch, query) => dispatch(exportLocationHistory.initiate(query, UNTRACKED)),
};

/** A fetched file as a blob: URL, or the error; `null` where nothing explains it. */
export type Download = { url: string } | { failure: ApiError | null };

export const fetchFile = recordable(
  'fetchFile',
  (name: ExportName, query: ExportQuery): AppThunk<Promise<Download>> =>
    async (dispatch) => {
      dispatch(downloadStarted(name));
      const { data, error } = await CALLS[name](dispatch, query);
      dispatch(downloadEnded());
      return data === undefined ? { failure: asApiError(error) } : { url: data };
    },
);

/** Fetches the file of an export; see `useDownloadProgress` for how far it has come. */
export function useDownload(): (name: ExportName, query: ExportQuery) => Promise<Download> {
  const dispatch = useAppDispatch();
  return useCallback((name, query) => dispatch(fetchFile(name, query)), [dispatch]);
}

export function useDownloadProgress(): DownloadState {
  return useAppSelector((state) => state.download);
}
