import { screenMessages } from '../../domain/screenMessages';
import { pluralize } from '../../domain/wholeNumbers';
import { paths } from '../../paths';
import { useOutbox } from '../../state/outbox/outbox';
import { ButtonLink } from '../../ui/ButtonLink';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import styles from './DeactivatedScreen.module.css';
import { DownloadUnsent } from './DownloadUnsent';

/**
 * Replaces every screen for a user whose account was deactivated: shows their waiting changes, and a download of them.
 */
export function DeactivatedScreen() {
  const { entries, newer, quarantined, status } = useOutbox();
  const waiting = entries.length + newer;
  const words = pluralize(waiting, 'change is', 'changes are');
  const title =
    waiting > 0
      ? `${screenMessages.accountDeactivated} ${words} waiting on this device.`
      : screenMessages.accountDeactivated;
  const hasWork = waiting + quarantined > 0 || status === 'unreadable';
  return (
    <div className={styles.place}>
      <Page narrow>
        <PageHeader title={title} />
        <p>
          {hasWork
            ? 'Nothing is lost: it is sent when an administrator has activated the account and you sign in again.'
            : 'Ask an administrator to activate it.'}
        </p>
        <div className={styles.actions}>
          {hasWork ? <DownloadUnsent variant="primary" /> : null}
          <ButtonLink to={paths.login()}>Sign in as somebody else</ButtonLink>
        </div>
      </Page>
    </div>
  );
}
