import type { Store, ThunkDispatch, TypedStartListening, UnknownAction } from '@reduxjs/toolkit';
import type { ApiExtra } from '../../api/client/apiBaseQuery';
import type { QueueJournal } from '../../offline/storage/queueJournal';
import type { TabLocks } from '../../offline/tabs/locks';
import type { QueueChannel } from '../../offline/tabs/queueChannel';
import type { SliceStorage } from './sliceStorage';
import type { RootState } from './rootReducer';

/** The extra argument of thunks. */
export interface ThunkExtra extends ApiExtra {
  /** Resolves once all stored slices are on disk. */
  flush: () => Promise<void>;
  /** The same, but resolves after a time limit when the storage hangs. */
  flushInTime: () => Promise<void>;
  /** The queue on disk, for reading whole entries. */
  journal: QueueJournal;
  locks: TabLocks;
  channel: QueueChannel;
  /** The stored slices of all tabs. */
  cacheStorage: SliceStorage;
}

export type AppDispatch = ThunkDispatch<RootState, ThunkExtra, UnknownAction>;
export type AppStore = Store<RootState> & { dispatch: AppDispatch };

/** A thunk of this app. */
export type AppThunk<T> = (dispatch: AppDispatch, getState: () => RootState, extra: ThunkExtra) => T;

/** Registers a listener on the store's listener middleware. */
export type StartListening = TypedStartListening<RootState, AppDispatch, ThunkExtra>;
