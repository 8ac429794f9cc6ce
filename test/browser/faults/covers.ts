/** Names the failures of others, as they were reported, that a test here would have caught. */
export function covers(...reports: string[]): { annotation: { type: string; description: string } } {
  return { annotation: { type: 'covers', description: reports.join(', ') } };
}
