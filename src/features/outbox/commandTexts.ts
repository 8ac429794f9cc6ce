import type { CommandResult } from '../../offline/outboxCommands';

/**
 * What a person is told of a choice that was not carried out; `null` where there is nothing to tell, or where they are
 * asked instead.
 */
export const COMMAND_TEXTS: Record<CommandResult, string | null> = {
  done: null,
  beingSent: 'It is being sent right now. Try again in a moment.',
  recorded: 'It was recorded already.',
  mayBeRecorded: null,
  discarded: 'It was discarded already.',
  gone: 'It is not on this device any more: it was sent or discarded in another tab.',
};
