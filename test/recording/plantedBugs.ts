import type { SourceChange } from '../setup/plantedSource';

/** Every try of an entry goes under another key. */
export const NEW_KEY_FOR_EVERY_TRY: SourceChange = {
  file: 'offline/replay/sendEntry.ts',
  find: '[IDEMPOTENCY_KEY_HEADER]: entry.id,',
  replace: '[IDEMPOTENCY_KEY_HEADER]: `${entry.id}-${Math.random()}`,',
};

/** The list of what waits goes on showing what was sent. */
export const SHOWS_WHAT_WAS_SENT: SourceChange = {
  file: 'offline/queueSlice.ts',
  find: 'setEntries(state, withoutEntries(entriesOf(state), [entry.id]));',
  replace: '',
};
