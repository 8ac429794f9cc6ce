import { NOTE_LENGTH_MAX, PRICE_MAX_DOLLARS, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from './constants';
import { formatInteger } from './wholeNumbers';

/**
 * The sentences that only later screens show: those of spec §2, §5 and §8, word for word, and our own. They are not in
 * `messages.ts`, so that they are not in the bundle of the first load.
 */
export const screenMessages = {
  // Dashboard (spec §2)
  deliveryRecorded: 'Delivery recorded ✅',
  visitSubmitted: 'Visit submitted ✅',
  queuedNotice: 'Saved on this device. It will be sent when you are back online.',
  connected: '✅ Connected',
  disconnected: '❌ Offline',

  // Lists and results (spec §2)
  noBoxes: 'No boxes found for this location.',
  noSuchPage: 'The list has no such page.',
  noDeliveries: 'No deliveries found for the selected filters.',
  noVisits: 'No visits yet.',
  noVisitDeliveries: 'No deliveries yet for this visit.',
  noItems: 'No items found.',
  noCachedItems: 'No cached items available offline. Open Items once while online to cache them.',
  allLocations: 'All Locations',
  allReps: 'All reps',
  deliveryUpdated: 'Delivery updated.',

  // Validation (spec §5)
  nameRequired: 'Enter a name',
  pickRepAndLocation: 'Pick rep and location',
  pickItem: 'Pick an item',
  invalidQuantity: 'Enter a valid quantity',
  wholeQuantity: 'Quantity for EACH must be a whole number.',
  pickLocation: 'Pick a location',
  /** The option of a chosen value that a list does not offer; `name`: if it is known. */
  notOffered: (name: string | undefined) => (name ? `${name} (no longer offered)` : 'Not in this list'),
  itemNotOffered: 'This item is no longer offered. Remove it.',
  pickBox: 'Pick a box',
  addOneItem: 'Add at least one item',
  refillAllBoxes: 'To submit as completed, you must refill all boxes.',
  refillAllBoxesHint: 'Refill all boxes to submit as completed',
  selectOutcome: 'Please select an outcome before submitting.',
  refillOneBox: 'Please refill at least one box before submitting.',
  submitFailed: 'Failed to submit visit. Please try again.',
  pickLocationToExport: 'Pick a Location to export its history.',
  visitNotLoaded: 'Visit not loaded',
  noDeliveriesForVisit: 'No deliveries for this visit',
  rolesRequired: 'A user must have at least one role (rep or admin).',
  emailInvalid: 'Enter an email address such as name@company.com',
  unitsPerPackRange: `Units per pack must be a whole number from ${UNITS_PER_PACK_MIN} to ${formatInteger(UNITS_PER_PACK_MAX)}`,
  priceRange: `The price must be from 0 to ${formatInteger(PRICE_MAX_DOLLARS)}, with at most two decimals`,
  noteTooLong: `A note may have at most ${formatInteger(NOTE_LENGTH_MAX)} characters`,

  // Error catalogue (spec §8)
  itemsFailed: 'Failed to load items',
  itemsFailedStatus: (status: number) => `Failed to load items (${status})`,
  deliveriesFetchFailed: 'Failed to fetch deliveries',
  deliveriesFailed: 'Failed to load deliveries',
  deliveryFailed: 'Failed to load delivery',
  deliveryFailedStatus: (status: number) => `Failed to load delivery (${status})`,
  deliveryUpdateFailed: 'Failed to update delivery',
  userCreateFailed: 'User create failed',
  userUpdateFailed: (status: number, body: string) => `User update failed (${status}): ${body}`,
  locationCreateFailed: 'Location create failed',
  notFound: 'not found',
  recentVisitsFailed: 'Failed to load recent visits',
  visitNotFound: 'Visit not found',
  accountDeactivated: 'This account is deactivated.',
  visitDeliveriesFailed: 'Failed to load visit deliveries',
  deliveriesForVisitFailed: 'Failed to load deliveries for visit',
  itemsUsageFailed: 'Failed to load items usage',
  repProductivityFailed: 'Failed to load rep productivity',
  outcomesFailed: 'Failed to load outcomes data',
  exportFailed: (status: number, body: string) => `Export failed (${status}): ${body}`,
  exportFailedBecause: (why: string) => `Export failed: ${why}`,

  // Own sentences
  boxesFailed: 'Failed to load boxes',
  discardedBefore: 'This was discarded. Save it again as a new one?',
} as const;
