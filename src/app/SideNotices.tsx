import { lazy } from 'react';
import { useMayUpdate } from '../state/device';
import { useSession } from '../state/session';
import { OnTheSide } from './OnTheSide';
import styles from './SideNotices.module.css';

const UpdatePrompt = lazy(async () => ({ default: (await import('./UpdatePrompt')).UpdatePrompt }));
const DeviceNotices = lazy(async () => ({ default: (await import('./DeviceNotices')).DeviceNotices }));

/** What is to be told of the app and the device, above whatever screen; loaded beside it. */
export function SideNotices() {
  const mayUpdate = useMayUpdate();
  const { status } = useSession();
  return (
    <div className={styles.notices}>
      <OnTheSide>
        {mayUpdate ? <UpdatePrompt /> : null}
        {status === 'present' ? <DeviceNotices /> : null}
      </OnTheSide>
    </div>
  );
}
