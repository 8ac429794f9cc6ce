import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { classNames } from './classNames';
import styles from './Notice.module.css';

const ICONS = { error: CircleAlert, warning: Info, info: Info, success: CircleCheck };

/** An alert in the sense of the spec: announced at once, and shown until the person dismisses it. */
export function AlertMessage({
  text,
  kind = 'error',
  onDismiss,
}: {
  text: string;
  kind?: keyof typeof ICONS;
  onDismiss: () => void;
}) {
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles.notice, styles[kind])}>
      <Icon aria-hidden size={20} />
      <div role="alert" className={styles.text}>
        {text}
      </div>
      <button type="button" className={styles.dismiss} aria-label={`Dismiss: ${text}`} onClick={onDismiss}>
        <X aria-hidden size={20} />
      </button>
    </div>
  );
}
