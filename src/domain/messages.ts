import { NOTE_LENGTH_MAX, PRICE_MAX_DOLLARS, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from './constants';
import { formatInteger } from './wholeNumbers';

/**
 * Every sentence of spec §2, §5 and §8, once, to the letter, and beside them the few of ours that more than one
 * screen says. Labels, titles and buttons, and what of ours only one screen says, stand in that screen.
 */
export const messages = {
  // Shell (spec §2)
  checkingAuth: 'Checking auth…',
  forbidden: 'Forbidden',
  /** Also the server's refusal of every call of such a session. */
  accountDeactivated: 'This account is deactivated.',
  renderFailed: 'Something went wrong while rendering this page. Try going back, or reload.',
  offlineBanner: 'Offline. Changes will be saved locally and synced when you reconnect.',
  syncedBanner: (pushed: number) => `Synced. Pushed ${pushed} queued change(s).`,
  remainingBanner: (remaining: number) => `Remaining: ${remaining}`,
  reportsOfflineBanner: (queued: number) =>
    `Offline: ${queued} change(s) queued. They’ll sync when you’re back online.`,
  reportsSyncedBanner: (pushed: number) => `Synced ${pushed} queued change(s).`,
  greeting: (name: string) => `Hi, ${name}`,

  // Dashboard (spec §2)
  deliveryRecorded: 'Delivery recorded ✅',
  visitSubmitted: 'Visit submitted ✅',
  queuedNotice: 'Saved on this device. It will be sent when you are back online.',
  connected: '✅ Connected',
  disconnected: '❌ Offline',

  // Empty lists (spec §2)
  noLocations: 'No locations found.',
  noVisits: 'No visits yet.',
  noBoxes: 'No boxes found for this location.',
  noDeliveries: 'No deliveries found for the selected filters.',
  noVisitDeliveries: 'No deliveries yet for this visit.',
  noItems: 'No items found.',
  noCachedItems: 'No cached items available offline. Open Items once while online to cache them.',
  unknownRep: 'Unknown rep',
  allLocations: 'All Locations',
  allReps: 'All reps',
  deliveryUpdated: 'Delivery updated.',
  visitStarted: 'Visit started.',

  // Validation (spec §5)
  pickRepAndLocation: 'Pick rep and location',
  pickItem: 'Pick an item',
  invalidQuantity: 'Enter a valid quantity',
  wholeQuantity: 'Quantity for EACH must be a whole number.',
  pickLocation: 'Pick a location',
  pickBox: 'Pick a box',
  addOneItem: 'Add at least one item',
  refillAllBoxes: 'To submit as completed, you must refill all boxes.',
  refillAllBoxesHint: 'Refill all boxes to submit as completed',
  selectOutcome: 'Please select an outcome before submitting.',
  refillOneBox: 'Please refill at least one box before submitting.',
  submitFailed: 'Failed to submit visit. Please try again.',
  rolesRequired: 'A user must have at least one role (rep or admin).',
  pickLocationToExport: 'Pick a Location to export its history.',
  visitNotLoaded: 'Visit not loaded',
  noDeliveriesForVisit: 'No deliveries for this visit',
  nameRequired: 'Enter a name',
  emailInvalid: 'Enter an email address such as name@company.com',
  unitsPerPackRange: `Units per pack must be a whole number from ${UNITS_PER_PACK_MIN} to ${formatInteger(UNITS_PER_PACK_MAX)}`,
  priceRange: `The price must be from 0 to ${formatInteger(PRICE_MAX_DOLLARS)}, with at most two decimals`,
  noteTooLong: `A note may have at most ${formatInteger(NOTE_LENGTH_MAX)} characters`,

  // Error catalogue (spec §8)
  requestFailed: (status: number | string) => `Request failed: ${status}`,
  queuedWriteFailed: (status: number, body: string) => `Request failed (${status}): ${body}`,
  itemsFailed: 'Failed to load items',
  itemsFailedStatus: (status: number) => `Failed to load items (${status})`,
  locationsFailed: 'Failed to load locations',
  deliveriesFetchFailed: 'Failed to fetch deliveries',
  deliveriesFailed: 'Failed to load deliveries',
  deliveryFailed: 'Failed to load delivery',
  deliveryFailedStatus: (status: number) => `Failed to load delivery (${status})`,
  deliveryUpdateFailed: 'Failed to update delivery',
  userCreateFailed: 'User create failed',
  userUpdateFailed: (status: number, body: string) => `User update failed (${status}): ${body}`,
  locationCreateFailed: 'Location create failed',
  recentVisitsFailed: 'Failed to load recent visits',
  visitFailed: 'Failed to load visit',
  visitNotFound: 'Visit not found',
  notFound: 'not found',
  visitDeliveriesFailed: 'Failed to load visit deliveries',
  deliveriesForVisitFailed: 'Failed to load deliveries for visit',
  itemsUsageFailed: 'Failed to load items usage',
  repProductivityFailed: 'Failed to load rep productivity',
  outcomesFailed: 'Failed to load outcomes data',
  exportFailed: (status: number, body: string) => `Export failed (${status}): ${body}`,
  exportUnanswered: (why: string) => `Export failed: ${why}`,

  // Offline saves (spec §2, §8)
  savedLocally: 'No connection. Saved locally and will sync when back online.',
  savedBehindRefused:
    'Saved locally. It is sent after an earlier change that the server refused: edit or discard that one in the outbox.',
  couldNotSave: 'Could not save on this device. Free some space and try again.',
  savedOtherwise: 'Saved before, with other content. Edit that in the outbox.',
  recordedOtherwise: 'This was recorded before, with other content.',
  discardedBefore: 'This was discarded. Save it again as a new one?',
  noConnection: 'No connection. Try again when you are back online.',
  timedOut: 'The server did not answer in time. Try again.',
} as const;
