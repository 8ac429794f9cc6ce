import type { CommandResult } from '../../offline/outboxCommands';

/** The alert for a command of the outbox that was not carried out; `null` for no alert. */
export const COMMAND_TEXTS: Record<CommandResult, string | null> = {
  done: null,
  beingSent: 'It is being sent right now. Try again in a moment.',
  recorded: 'The server has recorded it already.',
  mayBeRecorded: null,
  discarded: 'It was discarded already.',
  replaced: 'It was corrected or moved in another tab, and is on this device under its new content.',
  gone: 'It is not on this device any more: it was sent or discarded in another tab.',
};
