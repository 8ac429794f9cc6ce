import { errorStatus, isFromApi } from '../../api/client/errors';
import type { Transport } from '../../api/client/transport';
import { CAPTURED_BY_HEADER } from '../../contract/headers';
import { lazyCalls } from '../../contract/lazyCalls';
import type { RefusedReport, SyncReport } from '../../contract/sync';
import { LINE_LENGTH_MAX, REFUSED_REPORTED_MAX, REPORTED_PAYLOAD_CHARS } from '../../domain/constants';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations';
import { selectOnline } from '../../offline/connectivitySlice';
import { describeEntry } from '../../offline/describeEntry';
import type { EntrySummary } from '../../offline/entry';
import type { RecordStore } from '../../offline/storage/recordStore';
import { timeLeft } from '../../offline/replay/backoff';
import { findBareEntry } from '../../offline/storage/storedEntries';
import { namesOf } from '../outbox/outbox';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { AppStore } from '../root/types';
import { ALL_KEY } from '../slices/itemsCache';

/** The data about the device that is not in the store. */
export interface ReportingDevice {
  deviceId: string;
  /** The name of the app's main file. */
  build: string;
}

const line = (text: string) => text.slice(0, LINE_LENGTH_MAX);

/** The device's report for the signed-in user. */
async function makeReport(
  state: RootState,
  { deviceId, build }: ReportingDevice,
  records: RecordStore,
): Promise<SyncReport> {
  const entries = selectOwnEntries(state);
  const refused = entries.filter((entry) => entry.state === 'refused');
  const names = namesOf(state.locationsCache.byKey[ALL_KEY]?.value, state.boxesCache.byKey);
  const refusedReport = async (entry: EntrySummary): Promise<RefusedReport> => {
    const found = await records
      .transact('readonly', ['entries'], (tx) => findBareEntry(tx, entry.id))
      .catch(() => null);
    const { status = null, text = '' } = entry.lastError ?? {};
    return {
      id: entry.id,
      description: line(describeEntry(entry, names)),
      reason: line(text),
      ...(status === null ? {} : { status }),
      capturedAt: new Date(entry.ts).toISOString(),
      payload: JSON.stringify({ path: entry.path, body: found?.body }).slice(0, REPORTED_PAYLOAD_CHARS),
    };
  };
  const { clockOffMs, spaceLeftBytes } = state.device;
  const oldest = Math.min(...entries.map(({ ts }) => ts));
  return {
    device: deviceId,
    build: line(build),
    waiting: entries.length - refused.length,
    refusedCount: refused.length,
    refused: await Promise.all(refused.slice(0, REFUSED_REPORTED_MAX).map(refusedReport)),
    ...(entries.length > 0 ? { oldestCapturedAt: new Date(oldest).toISOString() } : {}),
    ...(clockOffMs === null ? {} : { clockOffMs }),
    ...(spaceLeftBytes === null ? {} : { spaceLeftBytes }),
  };
}

/** The server does not have the call. */
const UNKNOWN_CALL = [404, 405];

/**
 * The browser functions of the reports. Reports dispatch no actions, so that an action log holds only what a person
 * did.
 */
export interface ReportingEnvironment {
  now(): number;
  schedule(work: () => void, ms: number): void;
  send: Transport;
  records: RecordStore;
  /** When any tab of the device reported last, ms since 1970; 0 for never. */
  lastReport: { read(): number; write(ms: number): void };
}

/**
 * Reports the queue to the server after the app's other work, at most once a minute for all tabs of the device. Later
 * changes are reported when the minute is over. A server that says that it does not have the call gets no further
 * reports. Returns a function that stops it.
 */
export function startSyncReports(
  { getState, subscribe }: AppStore,
  device: ReportingDevice,
  environment: ReportingEnvironment,
): () => void {
  let isSending = false;
  let isScheduled = false;
  /** When this tab sent its last report, ms since 1970. The browser may not store `lastReport`. */
  let sentAt = Number.NEGATIVE_INFINITY;
  /** How long this tab waits after its last report. */
  let pauseMs = MINUTE_MS;
  let reported: readonly EntrySummary[] | null = null;

  const mayReport = () => {
    const { session, queue, connectivity } = getState();
    // A queue that could not be read is not an empty one (invariant 6).
    const isFree = !queue.replaying && queue.status === 'ready';
    return session.status === 'present' && session.verified && isFree && selectOnline({ connectivity });
  };
  const send = async () => {
    isSending = true;
    sentAt = environment.now();
    pauseMs = MINUTE_MS;
    environment.lastReport.write(sentAt);
    reported = selectOwnEntries(getState());
    const { method, path } = lazyCalls.reportSync;
    const userId = getState().session.user?._id ?? '';
    const response = await environment.send({
      method,
      path,
      body: await makeReport(getState(), device, environment.records),
      // The server refuses the report if another user has signed in meanwhile.
      headers: { [CAPTURED_BY_HEADER]: userId },
    });
    isSending = false;
    if (response.ok) return;
    const isUnknown = UNKNOWN_CALL.includes(errorStatus(response.failure) ?? 0);
    if (isUnknown && isFromApi(response.failure)) return stop();
    // It may be the 404 of a gateway whose server is being restarted, or that of a server without the call.
    if (isUnknown) pauseMs = HOUR_MS;
    // A lost report is sent again when the minute is over, also if the queue stays as it is.
    reported = null;
    look();
  };
  const look = () => {
    if (isSending || !mayReport()) return;
    const now = environment.now();
    const waitMs = Math.max(timeLeft(MINUTE_MS, environment.lastReport.read(), now), timeLeft(pauseMs, sentAt, now));
    if (waitMs === 0) void send();
    else if (!isScheduled && reported !== selectOwnEntries(getState())) {
      isScheduled = true;
      environment.schedule(() => {
        isScheduled = false;
        if (!isStopped) look();
      }, waitMs);
    }
  };
  let isStopped = false;
  const unsubscribe = subscribe(look);
  const stop = () => {
    isStopped = true;
    unsubscribe();
  };
  look();
  return stop;
}
