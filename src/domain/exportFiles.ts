/** The five files of the Reports screen (spec §2, §7), in the order shown; each name begins its file's name. */
export const EXPORT_NAMES = ['delivery-lines', 'deliveries', 'items-summary', 'reps', 'location-history'] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];

/** What a row of deliveries begins with in a CSV file: when, where, whose and into which box (spec §7). */
export const PLACE_COLUMNS = [
  'Date',
  'Location',
  'Address',
  'Rep',
  'VisitId',
  'DeliveryId',
  'BoxLabel',
  'BoxSize',
] as const;

/** The columns of each file, in order. */
export const EXPORT_COLUMNS = {
  lines: [...PLACE_COLUMNS, 'SKU', 'ItemName', 'Packaging', 'Qty', 'UnitPrice', 'LineTotal', 'Outcome', 'Note'],
  deliveries: [...PLACE_COLUMNS, 'Lines', 'DeliveryTotal', 'Outcome', 'Note'],
  audit: ['At', 'By', 'ById', 'Action', 'Thing', 'ThingId', 'ThingName', 'Before', 'After'],
  itemsSummary: ['SKU', 'ItemName', 'Qty', 'Deliveries', 'Amount'],
  reps: ['Rep', 'Visits', 'Deliveries', 'Total'],
  locationHistory: [
    'Date',
    'Location',
    'VisitId',
    'Rep',
    'Started',
    'Submitted',
    'Outcome',
    'Note',
    'Boxes',
    'Deliveries',
    'Total',
  ],
} as const;

/** name_{date}.csv; `day` is the first 10 characters of an ISO date (spec §7). */
export function exportFileName(name: ExportName | 'audit', day: string): string {
  return `${name}_${day}.csv`;
}
