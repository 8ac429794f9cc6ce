import { formatMoney } from '../domain/money';

/** Dollars as people read them (spec §9). */
export function Money({ amount }: { amount: number }) {
  return <data value={amount}>{formatMoney(amount)}</data>;
}
