import { useAlerts, useDismissAlert } from '../state/alerts/alerts';
import { AlertMessage } from '../ui/AlertMessage';
import styles from './Alerts.module.css';

/** The alerts, over whatever screen: they survive the navigation that follows them. */
export function Alerts() {
  const alerts = useAlerts();
  const dismiss = useDismissAlert();
  if (alerts.length === 0) return null;
  return (
    <div className={styles.stack}>
      {alerts.map(({ id, text, kind }) => (
        <AlertMessage key={id} text={text} kind={kind} onDismiss={() => dismiss(id)} />
      ))}
    </div>
  );
}
