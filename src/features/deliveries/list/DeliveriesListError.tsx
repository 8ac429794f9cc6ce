import { type ApiError, errorMessage } from '../../../api/client/errors';
import { screenMessages } from '../../../domain/screenMessages';
import { ErrorText } from '../../../ui/ErrorText';
import styles from './DeliveriesPage.module.css';

/** Why there is no list (spec §8): there was no response, or the server refused it with a reason. */
export function DeliveriesListError({
  failure,
  onRetry,
  retrying,
}: {
  failure: ApiError;
  onRetry: (() => void) | null;
  retrying: boolean;
}) {
  const text = failure.kind === 'http' ? screenMessages.deliveriesFailed : screenMessages.deliveriesFetchFailed;
  return (
    <div className={styles.error}>
      <ErrorText text={text} onRetry={onRetry} retrying={retrying} />
      <p>{errorMessage(failure)}</p>
    </div>
  );
}
