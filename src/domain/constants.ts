/** The numbers of the rules: those of spec §9, and the product's own limits. The names contain the units. */

export const API_BASE_PATH = '/api';

export const DELIVERY_PAGE_SIZES = [10, 25, 50, 100] as const;
export const DELIVERY_PAGE_SIZE_DEFAULT = 25;
export const FIRST_PAGE = 1;
export const AUDIT_PAGE_SIZE_DEFAULT = 50;
export const AUDIT_PAGE_SIZE_MAX = 100;
/**
 * A report of a device's queue holds at most this many refused entries, with so much of each payload, in characters.
 */
export const REFUSED_REPORTED_MAX = 10;
export const REPORTED_PAYLOAD_CHARS = 1000;
/** A recording that is sent to the administrators: its compressed file as base64, in characters. */
export const RECORDING_CHARS_MAX = 300_000;
/** The page size with which all deliveries of a visit are fetched. */
export const VISIT_DELIVERIES_LIMIT = 1000;

/** The most that a device stores of the last deliveries of all locations, in characters of JSON. */
export const LAST_TAKEN_CHARS_MAX = 1_000_000;

/** How many locations are refreshed at a start by a device whose cache of last deliveries is full. */
export const LAST_TAKEN_REFRESHES_WHEN_FULL = 200;

export const ITEMS_USAGE_LIMIT_DEFAULT = 10;
export const DASHBOARD_RANGE_DAYS = 30;
export const CHART_HEIGHT_PX = 300;

export const SEARCH_DEBOUNCE_MS = 300;
export const RECENT_VISITS_SHOWN = 2;
export const RECENT_VISITS_LIMIT_DEFAULT = 5;

export const BOX_COUNT_MIN = 1;
export const BOX_COUNT_MAX = 20;
export const BOX_LABEL_PREFIX_DEFAULT = 'Box';

export const QUANTITY_STEP = 0.01;
export const NEW_LINE_QUANTITY = 1;
/** A larger quantity is a typing error, and its amount would exceed exact arithmetic. */
export const QUANTITY_MAX = 100_000;
export const PRICE_STEP_DOLLARS = 0.01;
export const PRICE_MAX_DOLLARS = 1_000_000;
export const UNITS_PER_PACK_MIN = 1;
export const UNITS_PER_PACK_MAX = 100_000;
export const LINES_PER_DELIVERY_MAX = 500;
/** A price further ahead is a typing error. */
export const PRICE_AHEAD_DAYS_MAX = 5 * 366;
/** The longest file that the app imports, in characters; the command takes larger ones. */
export const IMPORT_CHARS_MAX = 1_000_000;

/** Lengths of texts, in characters. One line: a name, a part of an address, a search. */
export const LINE_LENGTH_MAX = 200;
export const ID_LENGTH_MAX = 64;
export const SKU_LENGTH_MAX = 64;
export const PACKAGING_LENGTH_MAX = 100;
export const BOX_LABEL_PREFIX_LENGTH_MAX = 50;
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
/**
 * About four pages of text, in characters as `noteRules` counts them. Longer notes of earlier versions stay readable.
 */
export const NOTE_LENGTH_MAX = 10_000;

export const MOBILE_NAV_MAX_WIDTH_PX = 1024;
export const SUBMIT_ERROR_CLEAR_MS = 1500;

/** How many characters of a response's body the messages of spec §8 quote. */
export const ERROR_BODY_QUOTE_CHARS = 160;
export const USER_ERROR_QUOTE_CHARS = 120;

/** A call without a response by then counts as failed. */
export const CALL_TIMEOUT_MS = 15_000;
/**
 * How long a person waits for the response to a write (invariant 26). Then the app reports "Saved locally", and the
 * request continues. The server treats a write that was captured at least this long ago as one from a queue.
 */
export const FIRST_TRY_TIMEOUT_MS = 4_000;
/** The longest time limit of a try to send a waiting change: a slow connection takes long for a large body. */
export const LONGEST_TRY_MS = 120_000;
/** For exports: a file of years of deliveries takes minutes. */
export const EXPORT_TIMEOUT_MS = 600_000;
/**
 * The app warns when the device clock differs from the server's by more than this, because times of capture would be
 * wrong.
 */
export const CLOCK_OFF_MAX_MS = 10 * 60_000;
/** How long the banner shows the result of a sync, once it is visible. */
export const SYNC_REPORT_SHOWN_MS = 10_000;
/** With less storage left than this the app warns, before a save fails. */
export const LOW_SPACE_BYTES = 50_000_000;
/**
 * The version that redux-persist stores with every slice (spec §3: 1). Raising it drops nothing. To drop a cache, raise
 * its shape number in `state/root/persistence.ts`. Queue entries have `ENTRY_VERSION`
 * (`offline/storage/entryMigrations.ts`).
 */
export const STORAGE_VERSION = 1;
