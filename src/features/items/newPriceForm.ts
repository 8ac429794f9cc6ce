import type { ItemPrice, SetItemPriceBody } from '../../contract/items';
import { daysBefore, dayStartInstant, isDay, localDay } from '../../domain/dates';
import { validatePrice } from '../../domain/itemRules';
import { typedNumber } from './newItemForm';

/** The New price form: a day of the user, and the prices as they were typed; an empty one is none. */
export interface NewPriceForm {
  from: string;
  pricePerPack: string;
  price: string;
}

const typed = (price: number | null | undefined) => (price === null || price === undefined ? '' : price.toFixed(2));

/** From tomorrow on, the prices that hold now. */
export function newPriceForm(now: Date, current: ItemPrice | undefined): NewPriceForm {
  const from = daysBefore(localDay(now), -1);
  return { from, pricePerPack: typed(current?.pricePerPack), price: typed(current?.price) };
}

const priceError = (text: string) => (text.trim() ? validatePrice(typedNumber(text)) : null);

/** What is wrong with each field; `null` where nothing is. */
export function newPriceErrors({ from, pricePerPack, price }: NewPriceForm, now: Date) {
  const isNone = !pricePerPack.trim() && !price.trim();
  return {
    from: isDay(from) && from >= localDay(now) ? null : 'Choose today or a later day',
    pricePerPack: isNone ? 'Enter a price per pack or a price per piece' : priceError(pricePerPack),
    price: priceError(price),
  };
}

/** The form as the call takes it: a price of today begins now. */
export function newPriceBody({ from, pricePerPack, price }: NewPriceForm, now: Date): SetItemPriceBody {
  return {
    ...(from === localDay(now) ? {} : { from: dayStartInstant(from) }),
    ...(pricePerPack.trim() ? { pricePerPack: typedNumber(pricePerPack) } : {}),
    ...(price.trim() ? { price: typedNumber(price) } : {}),
  };
}

/** The price of a history, newest first, that holds at an instant. */
export function priceAt(history: readonly ItemPrice[], now: Date): ItemPrice | undefined {
  return history.find(({ validFrom }) => validFrom === null || Date.parse(validFrom) <= now.getTime());
}
