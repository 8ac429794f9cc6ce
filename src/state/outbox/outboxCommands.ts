import { createOutboxCommands, type OutboxCommands } from '../../offline/outboxCommands';
import type { AppThunk } from '../root/types';

/** What the signed-in person may do to waiting entries. */
export const outboxCommands = (): AppThunk<OutboxCommands> => (dispatch, getState, extra) =>
  createOutboxCommands({ ...extra, dispatch, userId: getState().session.user?._id ?? '' });
