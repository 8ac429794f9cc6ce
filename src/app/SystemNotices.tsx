import { lazy } from 'react';
import { useMayUpdate } from '../state/drafts/openForms';
import { useSession } from '../state/session/session';
import { Button } from '../ui/Button';
import { OptionalBoundary } from './OptionalBoundary';
import styles from './SystemNotices.module.css';

/** Once another tab has taken the new version, the code of this build is gone. A reload gets the new version. */
const PlainReload = () => <Button onClick={() => location.reload()}>Reload</Button>;

const UpdatePrompt = lazy(async () => {
  const loaded = await import('./UpdatePrompt').catch(() => null);
  return { default: loaded?.UpdatePrompt ?? PlainReload };
});
const DeviceNotices = lazy(async () => ({ default: (await import('./DeviceNotices')).DeviceNotices }));

/** Notices about the app and the device, above every screen. Loaded after the first screen. */
export function SystemNotices() {
  const mayUpdate = useMayUpdate();
  const { status } = useSession();
  return (
    <div className={styles.notices}>
      <OptionalBoundary>{mayUpdate ? <UpdatePrompt /> : null}</OptionalBoundary>
      <OptionalBoundary>{status === 'present' ? <DeviceNotices /> : null}</OptionalBoundary>
    </div>
  );
}
