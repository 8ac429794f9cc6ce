import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fileProgressed } from '../../api/client/readStream';
import type { ExportName } from '../../domain/exportFiles';

/** The one file that is being fetched; `null` when none is. One at a time keeps the server free for the reps. */
export type DownloadState = { name: ExportName; bytes: number } | null;

const downloadSlice = createSlice({
  name: 'download',
  initialState: null as DownloadState,
  reducers: {
    downloadStarted: (_, { payload: name }: PayloadAction<ExportName>): DownloadState => ({ name, bytes: 0 }),
    downloadEnded: () => null,
  },
  extraReducers: (builder) => {
    builder.addCase(fileProgressed, (download, { payload: bytes }) => (download ? { ...download, bytes } : null));
  },
});

export const { downloadStarted, downloadEnded } = downloadSlice.actions;
export const downloadReducer = downloadSlice.reducer;
