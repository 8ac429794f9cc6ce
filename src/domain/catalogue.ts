/**
 * What items, locations and boxes have in common. A server with the specification's calls alone sends neither field.
 */
export interface CatalogueEntry {
  /** false: nothing new may name it. */
  active?: boolean | undefined;
  version?: number | null | undefined;
}

export function isActive({ active }: CatalogueEntry): boolean {
  return active !== false;
}

/** Whether the server lets users edit it. Only editable records have a version. */
export function isEditable({ version }: CatalogueEntry): boolean {
  return typeof version === 'number';
}
