import type { RefusedReport, SyncDevice, SyncRow } from '../../contract/sync';
import { CLOCK_OFF_MAX_MS, LOW_SPACE_BYTES } from '../../domain/constants';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations';
import { describeUserAgent } from '../../domain/userAgent';
import { formatInteger, pluralize } from '../../domain/wholeNumbers';
import { Badge } from '../../ui/Badge';
import { DateTime } from '../../ui/DateTime';
import { useNow } from '../../ui/useNow';
import { SentRecording } from './SentRecording';
import styles from './Sync.module.css';

function Refused({ entry }: { entry: RefusedReport }) {
  const { description, reason, status, capturedAt, payload } = entry;
  return (
    <li className={styles.refused}>
      <p className={styles.what}>{description}</p>
      <p className={styles.reason}>
        {reason || 'No reason given'} {status === undefined ? '' : `(${status})`}
      </p>
      <p className={styles.facts}>
        Made <DateTime iso={capturedAt} />
      </p>
      <details>
        <summary>Payload</summary>
        <pre className={styles.payload}>{payload}</pre>
      </details>
    </li>
  );
}

/** A device that has not reported for this long is marked. One in use reports every day. */
const SILENT_AFTER_MS = 24 * HOUR_MS;

function State({ report: { waiting, refusedCount } }: Pick<SyncDevice, 'report'>) {
  if (waiting + refusedCount === 0) return <Badge tone="success">all sent</Badge>;
  return (
    <>
      {refusedCount > 0 ? <Badge tone="danger">{refusedCount} refused</Badge> : null}
      {waiting > 0 ? <Badge tone="warning">{waiting} waiting</Badge> : null}
    </>
  );
}

/** Problems of the device that may lose work, and its build. */
function DeviceFacts({ device: { report, ip } }: { device: SyncDevice }) {
  const { clockOffMs, spaceLeftBytes, build } = report;
  const clockMinutes = Math.round(Math.abs(clockOffMs ?? 0) / MINUTE_MS);
  const isClockOff = Math.abs(clockOffMs ?? 0) > CLOCK_OFF_MAX_MS;
  const isFull = spaceLeftBytes !== undefined && spaceLeftBytes < LOW_SPACE_BYTES;
  const space = spaceLeftBytes === undefined ? '' : `${formatInteger(Math.round(spaceLeftBytes / 1e6))} MB left`;
  return (
    <p className={styles.facts}>
      {isClockOff ? <Badge tone="warning">clock off by {pluralize(clockMinutes, 'minute')}</Badge> : null}
      {isFull ? <Badge tone="warning">{space}</Badge> : <span>{space}</span>}
      <span>from {ip}</span>
      <span>build {build}</span>
    </p>
  );
}

/** A device of a user: the state of its queue, and its refused entries. */
export function SyncDeviceCard({ row: { user, device } }: { row: SyncRow }) {
  const now = useNow();
  if (!device) {
    return (
      <li className={styles.row}>
        <h2 className={styles.who}>{user.name}</h2>
        <p className={styles.facts}>
          <Badge>no device yet</Badge>
          <span>Last sign-in: {user.lastSignInAt ? <DateTime iso={user.lastSignInAt} /> : 'not known'}</span>
        </p>
      </li>
    );
  }
  const { report, heardAt, userAgent, recording } = device;
  const isSilent = now.getTime() - Date.parse(heardAt) > SILENT_AFTER_MS;
  const unread = report.refusedCount - report.refused.length;
  return (
    <li className={styles.row}>
      <h2 className={styles.who}>
        {user.name} <span className={styles.device}>{describeUserAgent(userAgent)}</span>
      </h2>
      <p className={styles.facts}>
        {user.active ? null : <Badge tone="warning">deactivated</Badge>}
        <State report={report} />
        {isSilent ? <Badge tone="warning">silent</Badge> : null}
        <span>
          {isSilent ? 'No report since' : 'Last report'} <DateTime iso={heardAt} />
        </span>
        {report.oldestCapturedAt ? (
          <span>
            Oldest change <DateTime iso={report.oldestCapturedAt} />
          </span>
        ) : null}
      </p>
      <DeviceFacts device={device} />
      {report.refused.length > 0 ? (
        <ul className={styles.list} aria-label={`Refused on the device of ${user.name}`}>
          {report.refused.map((entry) => (
            <Refused key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
      {unread > 0 ? <p className={styles.facts}>{pluralize(unread, 'more refused change')} on the device.</p> : null}
      {recording ? <SentRecording recording={recording} /> : null}
    </li>
  );
}
