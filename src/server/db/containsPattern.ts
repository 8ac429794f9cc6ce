/** The LIKE pattern for texts that contain this one; %, _ and \ stand for themselves. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
