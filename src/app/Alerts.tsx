import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSavedAlert, type ShownAlert, useAlerts, useDismissAlert } from '../state/alerts/alerts';
import { AlertMessage } from '../ui/AlertMessage';
import { HeldPlace } from '../ui/HeldPlace';
import styles from './Alerts.module.css';

/**
 * Dismisses that a change is on this device once the person leaves the screen that followed the save, and with any other
 * screen what is no longer true.
 */
function useDismissSaved(alerts: readonly ShownAlert[], dismiss: (id: string) => void): void {
  const { pathname } = useLocation();
  /** By alert: the screens since, the latest last. */
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
 * The alerts, over whatever screen: they survive the navigation that follows them. The place of one that is over stays
 * as long as the screen does.
 */
export function Alerts() {
  const alerts = useAlerts();
  const dismiss = useDismissAlert();
  useDismissSaved(alerts, dismiss);
  if (alerts.length === 0) return null;
  return (
    <div className={styles.stack}>
      {alerts.map(({ id, text, kind, isOver }) => (
        <HeldPlace key={id} isOver={isOver}>
          <AlertMessage text={text} kind={kind} onDismiss={() => dismiss(id)} />
        </HeldPlace>
      ))}
    </div>
  );
}
