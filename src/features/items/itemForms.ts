import type { CreateItemBody, Item, UpdateItemBody } from '../../contract/items';
import { UNITS_PER_PACK_MIN } from '../../domain/constants';
import { validatePrice, validateUnitsPerPack } from '../../domain/itemRules';
import { validateName } from '../../domain/names';
import { defaultPackagingOf, isPackaging, PACKAGING_DEFAULT, type Packaging } from '../../domain/packaging';
import { isText, isYesOrNo, type DraftedFields } from '../../state/drafts/draftedFields';

/** The fields of both item forms; numbers as typed. */
export interface ItemForm {
  name: string;
  sku: string;
  packaging: Packaging;
  unitsPerPack: string;
}

export interface NewItemForm extends ItemForm {
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

export const EDITED_ITEM_FIELDS = {
  name: isText,
  sku: isText,
  packaging: isPackaging,
  unitsPerPack: isText,
} satisfies DraftedFields<ItemForm>;

export const DRAFTED_ITEM_FIELDS: DraftedFields<NewItemForm> = {
  ...EDITED_ITEM_FIELDS,
  pricePerPack: isText,
  active: isYesOrNo,
};

/** A typed number; NaN for anything else. */
export function typedNumber(text: string): number {
  return text.trim() ? Number(text) : Number.NaN;
}

/** The error of each field (spec §5); `null` for none. */
export function itemErrors(form: ItemForm) {
  return {
    name: validateName(form.name),
    unitsPerPack: validateUnitsPerPack(typedNumber(form.unitsPerPack)),
  };
}

export function newItemErrors(form: NewItemForm) {
  return {
    ...itemErrors(form),
    pricePerPack: validatePrice(typedNumber(form.pricePerPack)),
  };
}

/** The form of an existing item. */
export function itemForm(item: Item): ItemForm {
  const { name, sku, unitsPerPack } = item;
  return { name, sku, packaging: defaultPackagingOf(item), unitsPerPack: String(unitsPerPack) };
}

/** The body that both item forms send. */
function itemBody(form: ItemForm) {
  return {
    name: form.name.trim(),
    sku: form.sku.trim(),
    packaging: form.packaging,
    unitsPerPack: typedNumber(form.unitsPerPack),
  };
}

/** The body of an edit. A packaging that this build does not know is left as it is until another is chosen. */
export function editedItemBody(form: ItemForm, item: Item): UpdateItemBody {
  const { packaging, ...fields } = itemBody(form);
  return isPackaging(item.packaging) || packaging !== itemForm(item).packaging ? { ...fields, packaging } : fields;
}

/** The body of the call (spec §7). */
export function newItemBody(form: NewItemForm): CreateItemBody {
  return {
    ...itemBody(form),
    pricePerPack: typedNumber(form.pricePerPack),
    active: form.active,
  };
}
