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

/** name_{date}.csv; `day` is the first 10 characters of an ISO date (spec §7). */
export function exportFileName(name: ExportName | 'audit', day: string): string {
  return `${name}_${day}.csv`;
}
