import { Link, useLocation } from 'react-router';
import { CLOCK_OFF_MAX_MS, LOW_SPACE_BYTES } from '../domain/constants';
import { MINUTE_MS } from '../domain/durations';
import { paths, routes } from '../paths';
import { useWaitingCount } from '../state/device/connectivity';
import { useDevice, useDismissInstallHint } from '../state/device/device';
import { isUninstalledSafari } from '../state/device/install';
import { isRecordingRequested } from '../recording/core/recordingFlag';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';

function clockText(clockOffMs: number): string {
  const minutes = Math.round(Math.abs(clockOffMs) / MINUTE_MS);
  const side = clockOffMs > 0 ? 'behind' : 'ahead';
  return `The clock of this device is ${minutes} minutes ${side}. Set it right: the times of what you save offline come from it.`;
}

/**
 * Says that the tab is being recorded, and warns of problems of this device that may lose work: a wrong clock, low
 * space, storage that Safari may clear.
 */
export function DeviceNotices() {
  const { pathname } = useLocation();
  const { clockOffMs, spaceLeftBytes, installHintRead } = useDevice();
  const waiting = useWaitingCount();
  const dismissInstallHint = useDismissInstallHint();
  const isClockOff = clockOffMs !== null && Math.abs(clockOffMs) > CLOCK_OFF_MAX_MS;
  const isSpaceLow = spaceLeftBytes !== null && spaceLeftBytes < LOW_SPACE_BYTES;
  return (
    <>
      {isRecordingRequested(window) && pathname !== routes.recordings ? (
        <Notice>
          This tab is being recorded. <Link to={paths.recordings()}>Stop it</Link>
        </Notice>
      ) : null}
      {isClockOff ? <Notice kind="warning">{clockText(clockOffMs)}</Notice> : null}
      {isSpaceLow ? (
        <Notice kind="warning">
          Little space is left on this device. Free some, or changes made offline may not be saved.
        </Notice>
      ) : null}
      {waiting > 0 && !installHintRead && isUninstalledSafari() ? (
        <Notice actions={<Button onClick={dismissInstallHint}>OK</Button>}>
          Safari clears the data of websites after seven days without a visit. Install this app to keep unsent changes:
          Share, then Add to Home Screen.
        </Notice>
      ) : null}
    </>
  );
}
