/** The nearest whole number, halves away from zero. */
export function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/** A hundred times a number, as a whole number. Rounding to 15 digits undoes the binary error of 1.005 and the like. */
export function timesHundred(value: number): number {
  return roundHalfUp(Number((value * 100).toPrecision(15)));
}

/** Whether a finite number has at most two decimals. */
export function hasTwoDecimals(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value * 100 - timesHundred(value)) < 1e-6;
}

/** A whole number as it is read: 1,000,000. Without Intl, whose first use costs a phone 0.1 s of its start. */
export function formatInteger(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count with its noun: '1 box', '5 boxes'. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
