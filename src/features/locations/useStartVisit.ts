import { asFailure, queuedWriteFailureText } from '../../api/failures';
import { isQueued } from '../../api/queuedWrites';
import { useStartVisitMutation } from '../../api/visitsApi';
import { messages } from '../../domain/messages';
import { paths } from '../../paths';
import { useShowAlert } from '../../state/alerts';
import { useLateAnswers } from '../../state/lateAnswers';

/** Starts or continues the visit of a location and opens it; without a connection under its local id. */
export function useStartVisit(): { start: (locationId: string) => Promise<void>; starting: boolean } {
  const [startVisit, { isLoading: starting }] = useStartVisitMutation();
  const showAlert = useShowAlert();
  const { goOn } = useLateAnswers(paths.locations());
  const start = async (location: string) => {
    const { data: answer, error } = await startVisit({ location });
    const failure = asFailure(error);
    if (failure) return showAlert(queuedWriteFailureText(failure));
    const id = isQueued(answer) ? answer.localId : answer?._id;
    if (!id) return showAlert(messages.visitFailed);
    await goOn(paths.visit(id), messages.visitStarted);
  };
  return { start, starting };
}
