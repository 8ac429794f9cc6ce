/**
 * The sentences in the bundle of the first load: those of spec §2, §5 and §8 that it shows, word for word, and our own
 * sentences that more than one screen shows. The sentences that only later screens show are in `screenMessages.ts`,
 * because the first load has a limit (`npm run size`). Labels, titles, buttons and our sentences of a single screen are
 * in that screen.
 */
export const messages = {
  // Shell (spec §2)
  checkingAuth: 'Checking auth…',
  forbidden: 'Forbidden',
  renderFailed: 'Something went wrong while rendering this page. Try going back, or reload.',
  offlineBanner: 'Offline. Changes will be saved locally and synced when you reconnect.',
  syncedBanner: (pushed: number) => `Synced. Pushed ${pushed} queued change(s).`,
  remainingBanner: (remaining: number) => `Remaining: ${remaining}`,
  reportsOfflineBanner: (queued: number) =>
    `Offline: ${queued} change(s) queued. They’ll sync when you’re back online.`,
  reportsSyncedBanner: (pushed: number) => `Synced ${pushed} queued change(s).`,
  notSent: (refused: number) => `${refused} not sent. See why`,
  greeting: (name: string) => `Hi, ${name}`,

  // Lists and results (spec §2)
  noLocations: 'No locations found.',
  unknownRep: 'Unknown rep',
  nothingHere: 'There is nothing at this address.',
  visitStarted: 'Visit started.',

  // Error catalogue (spec §8)
  requestFailed: (status: number | string) => `Request failed: ${status}`,
  queuedWriteFailed: (status: number, body: string) => `Request failed (${status}): ${body}`,
  locationsFailed: 'Failed to load locations',
  visitFailed: 'Failed to load visit',

  // Offline saves (spec §2, §8)
  savedLocally: 'No connection. Saved locally and will sync when back online.',
  savedBehindRefused:
    'Saved locally. It is sent after an earlier change that the server refused: edit or discard that one in the outbox.',
  couldNotSave: 'Could not save on this device. Free some space and try again.',
  endedElsewhere: 'You have discarded or corrected this change in another tab.',
  savedOtherwise: 'Saved before, with other content. Edit that in the outbox.',
  recordedOtherwise: 'This was recorded before, with other content.',
  noConnection: 'No connection. Try again when you are back online.',
  timedOut: 'The server did not respond in time. Try again.',
} as const;
