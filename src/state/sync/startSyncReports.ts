import { createTransport } from '../../api/client/transport';
import { API_BASE_PATH } from '../../domain/constants';
import { createIdbRecordStore } from '../../offline/storage/idbRecordStore';
import type { AppStore } from '../root/types';
import { deviceIdOf } from './deviceId';
import { startSyncReports } from './syncReports';

/** The random id of this browser profile. */
export const ownDeviceId = () =>
  deviceIdOf(
    () => localStorage,
    () => crypto.randomUUID(),
  );

/** The name of the app's main file: it changes with every build. */
function buildOf(page: Document): string {
  return page.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? '';
}

/** Reports the queue of this browser from now on. */
export function startSyncReportsOfBrowser(store: AppStore): void {
  const schedule = (work: () => void, ms: number) => void setTimeout(work, ms);
  const send = createTransport({ baseUrl: new URL(API_BASE_PATH, window.location.origin).href });
  const device = { deviceId: ownDeviceId(), build: buildOf(document) };
  startSyncReports(store, device, { now: Date.now, schedule, send, records: createIdbRecordStore() });
}
