import { formatMoney } from '../domain/money';

/** Dollars as people read them (spec §9). A dash for `null`. */
export function Money({ amount }: { amount: number | null }) {
  return amount === null ? '–' : <data value={amount}>{formatMoney(amount)}</data>;
}
