import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { screensOf, type ShownAlert, useAlerts, useDismissAlert } from '../state/alerts/alerts';
import { AlertMessage } from '../ui/AlertMessage';
import { ReservedSpace } from '../ui/ReservedSpace';
import styles from './Alerts.module.css';

/** Dismisses each alert after its last screen, and one that no longer applies at the next change of screen. */
function useDismissPassed(alerts: readonly ShownAlert[], dismiss: (id: string) => void): void {
  const { pathname } = useLocation();
  /** For each alert the screens since it was shown, the latest last. */
  const screens = useRef<Record<string, string[]>>({});
  useLayoutEffect(() => {
    for (const alert of alerts) {
      const seen = (screens.current[alert.id] ??= []);
      if (seen.at(-1) !== pathname && (seen.push(pathname) > screensOf(alert) || alert.isOver)) dismiss(alert.id);
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
  useDismissPassed(alerts, dismiss);
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
