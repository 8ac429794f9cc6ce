import { api } from '../../api/api';
import { TAGS } from '../../api/tags';
import { connectivityChanged, replayFinished } from '../../offline/actions';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { StartListening } from '../root/types';

const REPLAY_TIMEOUT_MS = 30_000;

/**
 * Refetches the data on the screen once the connection is back. It waits until the queue is sent, because pending
 * changes would alter that data.
 */
export function listenForReconnect(startListening: StartListening): void {
  startListening({
    actionCreator: connectivityChanged,
    effect: async ({ payload }, { dispatch, getState, getOriginalState, take, cancelActiveListeners }) => {
      cancelActiveListeners();
      const isBack = payload.online && !getOriginalState().connectivity.online;
      if (!isBack) return;
      if (selectOwnEntries(getState()).length > 0) await take(replayFinished.match, REPLAY_TIMEOUT_MS);
      dispatch(api.util.invalidateTags([...TAGS]));
    },
  });
}
