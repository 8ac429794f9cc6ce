import { asFailure, failureText } from '../../api/failures';
import { messages } from '../../domain/messages';
import { ErrorText } from '../../ui/ErrorText';
import styles from './DeliveriesPage.module.css';

/** Why there is no list (spec §8): it could not be fetched at all, or the server refused it and says why. */
export function DeliveriesListError({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}) {
  const failure = asFailure(error);
  const isRefusal = failure?.kind === 'refused';
  const text = isRefusal ? messages.deliveriesFailed : messages.deliveriesFetchFailed;
  return (
    <div className={styles.error}>
      <ErrorText text={text} onRetry={onRetry} retrying={retrying} />
      {failure ? <p>{failureText(failure)}</p> : null}
    </div>
  );
}
