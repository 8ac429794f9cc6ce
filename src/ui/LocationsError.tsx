import { messages } from '../domain/messages';
import { ErrorText } from './ErrorText';

interface LocationsErrorProps {
  read: { data: unknown; error: unknown; retry: (() => void) | null; refreshing: boolean };
}

/** Why there are no locations to choose from (spec §8). Locations of an earlier response need no error. */
export function LocationsError({ read }: LocationsErrorProps) {
  const { data, error, retry, refreshing } = read;
  return !data && error ? <ErrorText text={messages.locationsFailed} onRetry={retry} retrying={refreshing} /> : null;
}
