import { lazy } from 'react';
import { useMayUpdate } from '../state/device/device';
import { useSession } from '../state/session/session';
import { OptionalBoundary } from './OptionalBoundary';
import styles from './SystemNotices.module.css';

const UpdatePrompt = lazy(async () => ({ default: (await import('./UpdatePrompt')).UpdatePrompt }));
const DeviceNotices = lazy(async () => ({ default: (await import('./DeviceNotices')).DeviceNotices }));

/** Notices about the app and the device, above every screen. Loaded after the first screen. */
export function SystemNotices() {
  const mayUpdate = useMayUpdate();
  const { status } = useSession();
  return (
    <div className={styles.notices}>
      <OptionalBoundary>
        {mayUpdate ? <UpdatePrompt /> : null}
        {status === 'present' ? <DeviceNotices /> : null}
      </OptionalBoundary>
    </div>
  );
}
