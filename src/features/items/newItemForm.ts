import type { CreateItemBody } from '../../contract/items';
import { UNITS_PER_PACK_MIN } from '../../domain/constants';
import { validatePrice, validateUnitsPerPack } from '../../domain/itemRules';
import { validateName } from '../../domain/names';
import { isPackaging, PACKAGING_DEFAULT, type Packaging } from '../../domain/packaging';
import { isText, isYesOrNo, type DraftedFields } from '../../state/drafts/useFormWithDraft';

/** The New Item form as it is filled in: numbers as they were typed. */
export interface NewItemForm {
  name: string;
  sku: string;
  packaging: Packaging;
  unitsPerPack: string;
  pricePerPack: string;
  active: boolean;
}

export const EMPTY_ITEM_FORM: NewItemForm = {
  name: '',
  sku: '',
  packaging: PACKAGING_DEFAULT,
  unitsPerPack: String(UNITS_PER_PACK_MIN),
  pricePerPack: '0',
  active: true,
};

export const KEPT_ITEM_FIELDS: DraftedFields<NewItemForm> = {
  name: isText,
  sku: isText,
  packaging: isPackaging,
  unitsPerPack: isText,
  pricePerPack: isText,
  active: isYesOrNo,
};

/** A typed number; NaN where there is none. */
function typedNumber(text: string): number {
  return text.trim() ? Number(text) : Number.NaN;
}

/** What is wrong with each field (spec §5); `null` where nothing is. */
export function newItemErrors(form: NewItemForm) {
  return {
    name: validateName(form.name),
    unitsPerPack: validateUnitsPerPack(typedNumber(form.unitsPerPack)),
    pricePerPack: validatePrice(typedNumber(form.pricePerPack)),
  };
}

/** The form as the call takes it (spec §7). */
export function newItemBody(form: NewItemForm): CreateItemBody {
  return {
    name: form.name.trim(),
    sku: form.sku.trim(),
    packaging: form.packaging,
    unitsPerPack: typedNumber(form.unitsPerPack),
    pricePerPack: typedNumber(form.pricePerPack),
    active: form.active,
  };
}
