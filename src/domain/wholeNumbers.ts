/** A whole number as it is read: 1,000,000. Without Intl, whose first use costs a phone 0.1 s of its start. */
export function formatInteger(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count with its noun: '1 box', '5 boxes'. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
