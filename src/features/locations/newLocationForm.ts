import type { CreateLocationBody } from '../../contract/locations';
import { BOX_SIZE_DEFAULT, type BoxSize, isBoxSize } from '../../domain/boxes';
import { BOX_COUNT_MAX, BOX_COUNT_MIN, BOX_LABEL_PREFIX_DEFAULT } from '../../domain/constants';
import { validateName } from '../../domain/names';
import { type Address, boxSizesFor, clampBoxCount, EMPTY_ADDRESS, isAddress } from '../../domain/locationRules';
import { isListOf, isText, type DraftedFields } from '../../state/drafts/draftedFields';

/** The fields of the New Location form. */
export interface NewLocationForm {
  name: string;
  address: Address;
  /** As typed; empty while it is being retyped. */
  boxCount: string;
  boxLabelPrefix: string;
  /** One for each possible box, so that a smaller count keeps all choices. */
  sizes: readonly BoxSize[];
}

export const EMPTY_LOCATION_FORM: NewLocationForm = {
  name: '',
  address: EMPTY_ADDRESS,
  boxCount: String(BOX_COUNT_MIN),
  boxLabelPrefix: BOX_LABEL_PREFIX_DEFAULT,
  sizes: Array.from({ length: BOX_COUNT_MAX }, () => BOX_SIZE_DEFAULT),
};

const isSizes = isListOf(isBoxSize);

export const DRAFTED_LOCATION_FIELDS: DraftedFields<NewLocationForm> = {
  name: isText,
  address: isAddress,
  boxCount: isText,
  boxLabelPrefix: isText,
  sizes: (raw): raw is BoxSize[] => isSizes(raw) && raw.length === BOX_COUNT_MAX,
};

/** A typed box count, limited to 1–20 (spec §2). An empty text stays, so that another number can be typed. */
export function typedBoxCount(text: string): string {
  return text.trim() ? String(clampBoxCount(Number(text))) : '';
}

/** The sizes of the boxes that the count asks for. */
export function shownSizes(form: NewLocationForm): BoxSize[] {
  return boxSizesFor(Number(form.boxCount), form.sizes);
}

/** The label prefix: 'Box' if none was typed. */
export function labelPrefix(form: NewLocationForm): string {
  return form.boxLabelPrefix.trim() || BOX_LABEL_PREFIX_DEFAULT;
}

export function newLocationErrors(form: NewLocationForm) {
  return { name: validateName(form.name) };
}

/** The body of the call (spec §3, new location payload). */
export function newLocationBody(form: NewLocationForm): CreateLocationBody {
  const boxSizes = shownSizes(form);
  return {
    name: form.name.trim(),
    address: form.address,
    boxCount: boxSizes.length,
    boxSizes,
    boxLabelPrefix: labelPrefix(form),
  };
}
