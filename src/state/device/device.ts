import { useCallback } from 'react';
import { type DeviceState, installHintRead, storageMeasured } from '../slices/deviceSlice';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { AppDispatch } from '../root/types';

export function useDevice(): DeviceState {
  return useAppSelector((state) => state.device);
}

export function useDismissInstallHint(): () => void {
  const dispatch = useAppDispatch();
  return useCallback(() => void dispatch(installHintRead()), [dispatch]);
}

/** The part of the browser's StorageManager that the app uses. */
export type StorageManagerPart = Partial<Pick<StorageManager, 'estimate' | 'persisted'>>;

/**
 * Asks the browser for the free space of this app and whether its storage is persistent. A browser that refuses leaves
 * both unknown.
 */
export async function measureStorage(storage: StorageManagerPart | undefined, dispatch: AppDispatch): Promise<void> {
  const { quota, usage } = (await storage?.estimate?.().catch(() => null)) ?? {};
  const spaceLeftBytes = quota === undefined || usage === undefined ? null : quota - usage;
  const storagePersisted = (await storage?.persisted?.().catch(() => null)) ?? null;
  dispatch(storageMeasured({ spaceLeftBytes, storagePersisted }));
}
