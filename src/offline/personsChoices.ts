import type { UnknownAction } from '@reduxjs/toolkit';
import type { QueueChannel } from './queueChannel';
import { entryDiscarded, entryReplaced } from './queueActions';
import type { QueueJournal } from './queueStore';

/** What a person may do to a waiting entry in the outbox. The disk goes first; a failure rejects, with nothing changed. */
export interface PersonsChoices {
  /** Drops an entry, after a confirmation. False when it is being sent or was sent already. */
  discard(id: string): Promise<boolean>;
  /** Puts an edited body in the place of a refused entry, under a new id. False when it is being sent or was sent already. */
  edit(id: string, newId: string, body: unknown): Promise<boolean>;
}

export function createPersonsChoices(options: {
  journal: QueueJournal;
  channel: QueueChannel;
  dispatch(action: UnknownAction): unknown;
}): PersonsChoices {
  const { journal, channel, dispatch } = options;
  const tell = (action: UnknownAction) => {
    dispatch(action);
    channel.post({ type: 'queueChanged', report: null });
    return true;
  };
  return {
    async discard(id) {
      return (await journal.discard(id)) && tell(entryDiscarded({ id }));
    },
    async edit(id, newId, body) {
      const head = await journal.replace(id, newId, body);
      return head !== null && tell(entryReplaced({ oldId: id, head }));
    },
  };
}
