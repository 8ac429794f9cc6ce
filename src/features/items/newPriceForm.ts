import type { ItemPrice, SetItemPriceBody } from '../../contract/items';
import { daysBefore, dayStartInstant, localDay } from '../../domain/dates';
import { isDay } from '../../domain/dateTexts';
import { validatePrice } from '../../domain/itemRules';
import { typedNumber } from './itemForms';

/** The New price form: a day in the user's time zone, and the prices as typed; an empty text means no price. */
export interface NewPriceForm {
  from: string;
  pricePerPack: string;
  price: string;
}

const typed = (price: number | null | undefined) => (price === null || price === undefined ? '' : price.toFixed(2));

/** The initial form: from tomorrow on, with the current prices. */
export function newPriceForm(now: Date, current: ItemPrice | undefined): NewPriceForm {
  const from = daysBefore(localDay(now), -1);
  return { from, pricePerPack: typed(current?.pricePerPack), price: typed(current?.price) };
}

const priceError = (text: string) => (text.trim() ? validatePrice(typedNumber(text)) : null);

/** The error of each field; `null` for none. */
export function newPriceErrors({ from, pricePerPack, price }: NewPriceForm, now: Date) {
  const isNone = !pricePerPack.trim() && !price.trim();
  return {
    from: isDay(from) && from >= localDay(now) ? null : 'Choose today or a later day',
    pricePerPack: isNone ? 'Enter a price per pack or a price per piece' : priceError(pricePerPack),
    price: priceError(price),
  };
}

/** The body of the call. A price from today on is valid from now. */
export function newPriceBody({ from, pricePerPack, price }: NewPriceForm, now: Date): SetItemPriceBody {
  return {
    ...(from === localDay(now) ? {} : { from: dayStartInstant(from) }),
    ...(pricePerPack.trim() ? { pricePerPack: typedNumber(pricePerPack) } : {}),
    ...(price.trim() ? { price: typedNumber(price) } : {}),
  };
}

/** The price in a history, newest first, that is valid at an instant. */
export function priceAt(history: readonly ItemPrice[], now: Date): ItemPrice | undefined {
  return history.find(({ validFrom }) => validFrom === null || Date.parse(validFrom) <= now.getTime());
}
