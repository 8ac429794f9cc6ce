import { errorMessage } from '../../api/client/errors';
import { screenMessages } from '../../domain/screenMessages';
import { ErrorText } from '../../ui/ErrorText';
import type { VisitBoxesRead } from './useVisitBoxes';

/** Why the boxes of a visit, or their deliveries, are not known (spec §8); each error can be retried. */
export function VisitBoxesErrors({ boxes, deliveries, haveDeliveriesFailed }: VisitBoxesRead) {
  const failedBoxes = boxes.data === undefined ? boxes.error : null;
  return (
    <>
      {haveDeliveriesFailed ? (
        <ErrorText
          text={screenMessages.visitDeliveriesFailed}
          onRetry={deliveries.retry}
          retrying={deliveries.refreshing}
        />
      ) : null}
      {failedBoxes ? (
        <ErrorText text={errorMessage(failedBoxes)} onRetry={boxes.retry} retrying={boxes.refreshing} />
      ) : null}
    </>
  );
}
