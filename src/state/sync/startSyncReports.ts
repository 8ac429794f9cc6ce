import { createTransport } from '../../api/client/transport';
import { API_BASE_PATH } from '../../domain/constants';
import { createIdbRecordStore } from '../../offline/storage/idbRecordStore';
import type { AppStore } from '../root/types';
import { randomId } from '../device/randomId';
import { type ReportingEnvironment, startSyncReports } from './syncReports';

const DEVICE_ID_KEY = 'field-sales-device';

/** The random id of this browser profile, created at the first use. */
export function ownDeviceId(): string {
  try {
    const known = localStorage.getItem(DEVICE_ID_KEY);
    if (known) return known;
    const made = randomId();
    localStorage.setItem(DEVICE_ID_KEY, made);
    return made;
  } catch {
    // In a browser that stores nothing, every start is a new device.
    return randomId();
  }
}

/** The localStorage key of the time of the last report. */
export const LAST_REPORT_KEY = 'field-sales-reported-at';

/** The time of the last report of this browser. In a browser that stores nothing, of this tab only. */
function lastReportIn(storage: Storage): ReportingEnvironment['lastReport'] {
  let own = 0;
  const stored = () => {
    try {
      return Number(storage.getItem(LAST_REPORT_KEY)) || 0;
    } catch {
      return 0;
    }
  };
  return {
    read: () => Math.max(own, stored()),
    write(ms) {
      own = ms;
      try {
        storage.setItem(LAST_REPORT_KEY, String(ms));
      } catch {
        // Other tabs report by themselves.
      }
    },
  };
}

/** The name of the app's main file, which changes with every build. */
function buildOf(page: Document): string {
  return page.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? '';
}

/** Reports the queue of this browser from now on. */
export function startSyncReportsOfBrowser(store: AppStore): void {
  const schedule = (work: () => void, ms: number) => void setTimeout(work, ms);
  const send = createTransport({ baseUrl: new URL(API_BASE_PATH, window.location.origin).href });
  const device = { deviceId: ownDeviceId(), build: buildOf(document) };
  const records = createIdbRecordStore();
  startSyncReports(store, device, { now: Date.now, schedule, send, records, lastReport: lastReportIn(localStorage) });
}
