import { screenMessages } from './screenMessages';

/** The files of the Reports screen (spec §2, §7), in the order shown; each name begins its file's name. */
export const EXPORT_NAMES = ['delivery-lines', 'deliveries', 'items-summary', 'reps', 'location-history'] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];

/** name_{date}.csv; `day` is the first 10 characters of an ISO date (spec §7). */
export function exportFileName(name: ExportName | 'audit', day: string): string {
  return `${name}_${day}.csv`;
}

/** Why the file cannot be made with this filter (spec §5); `null` if it can. */
export function validateExport(name: ExportName, filter: { location?: string | null | undefined }): string | null {
  return name === 'location-history' && !filter.location ? screenMessages.pickLocationToExport : null;
}
