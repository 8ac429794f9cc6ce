/** Whether a text holds every word of a search, in any order and case; a search without words finds everything. */
export function hasEveryWord(text: string, search: string): boolean {
  const lowered = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowered.includes(word));
}
