import { useCallback } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppStore } from './types';
import type { RootState } from './rootReducer';

/** The store's hooks with the app's types: the only place where react-redux's own are used. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<AppStore>();

/** Returns the store's clock, ms since 1970. */
export function useStoreClock(): () => number {
  const dispatch = useAppDispatch();
  return useCallback(() => dispatch((_dispatch, _getState, { now }) => now()), [dispatch]);
}
