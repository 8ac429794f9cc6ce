import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSavedAlert, type ShownAlert, useAlerts, useDismissAlert } from '../state/alerts/alerts';
import { AlertMessage } from '../ui/AlertMessage';
import { ReservedSpace } from '../ui/ReservedSpace';
import styles from './Alerts.module.css';

/**
 * Dismisses "Saved locally" alerts once the person leaves the screen that followed the save, and alerts that no longer
 * apply at the next change of screen.
 */
function useDismissSaved(alerts: readonly ShownAlert[], dismiss: (id: string) => void): void {
  const { pathname } = useLocation();
  /** For each alert the screens since it was shown, the latest last. */
  const screens = useRef(new Map<string, string[]>());
  useLayoutEffect(() => {
    for (const { id, isOver } of alerts.filter(isSavedAlert)) {
      const seen = screens.current.get(id) ?? [];
      if (seen.at(-1) === pathname) continue;
      screens.current.set(id, [...seen, pathname]);
      if (seen.length === 2 || isOver) dismiss(id);
    }
  }, [alerts, pathname, dismiss]);
}

/**
 * The alerts, above every screen: they stay through the navigation that follows. An alert that is over leaves an empty
 * space until the screen changes.
 */
export function Alerts() {
  const alerts = useAlerts();
  const dismiss = useDismissAlert();
  useDismissSaved(alerts, dismiss);
  if (alerts.length === 0) return null;
  return (
    <div className={styles.stack}>
      {alerts.map(({ id, text, kind, isOver }) => (
        <ReservedSpace key={id} isOver={isOver}>
          <AlertMessage text={text} kind={kind} onDismiss={() => dismiss(id)} />
        </ReservedSpace>
      ))}
    </div>
  );
}
