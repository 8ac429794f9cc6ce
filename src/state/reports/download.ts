import { useCallback } from 'react';
import { exportCalls } from '../../api/exportsApi';
import { type ApiError, asApiError } from '../../api/client/errors';
import type { ExportQuery } from '../../contract/exports';
import type { ExportName } from '../../domain/exportFiles';
import { recordable } from '../../recording/core/intents';
import { type DownloadState, downloadEnded, downloadStarted } from '../slices/downloadSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { AppThunk } from '../root/types';

/** A fetched file as a blob: URL, or the error; `null` for an unknown one. */
export type Download = { url: string } | { failure: ApiError | null };

export const fetchFile = recordable(
  'fetchFile',
  (name: ExportName, query: ExportQuery): AppThunk<Promise<Download>> =>
    async (dispatch) => {
      dispatch(downloadStarted(name));
      const { data, error } = await dispatch(exportCalls[name](query));
      dispatch(downloadEnded());
      return data === undefined ? { failure: asApiError(error) } : { url: data };
    },
);

/** Fetches the file of an export. `useDownloadProgress` gives its progress. */
export function useDownload(): (name: ExportName, query: ExportQuery) => Promise<Download> {
  const dispatch = useAppDispatch();
  return useCallback((name, query) => dispatch(fetchFile(name, query)), [dispatch]);
}

export function useDownloadProgress(): DownloadState {
  return useAppSelector((state) => state.download);
}
