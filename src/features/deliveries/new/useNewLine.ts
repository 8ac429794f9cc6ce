import { useState } from 'react';
import type { Item } from '../../../contract/items';
import { type LineDraft, validateNewLine } from '../../../domain/deliveryRules';
import { defaultPackagingOf, PACKAGING_DEFAULT, type Packaging } from '../../../domain/packaging';
import { NEW_LINE_QUANTITY_TEXT, parseQuantity } from '../../../domain/typedQuantity';

interface NewLineFields {
  search: string;
  item: string;
  packaging: Packaging;
  /** As typed. */
  quantity: string;
}

const EMPTY: NewLineFields = { search: '', item: '', packaging: PACKAGING_DEFAULT, quantity: NEW_LINE_QUANTITY_TEXT };

/** The unfinished line in the Add item panel. */
export interface NewLine {
  fields: NewLineFields;
  /** The sentence of spec §5, or `null`: about the item while none is chosen, else about the quantity. */
  error: string | null;
  change: (part: Partial<Omit<NewLineFields, 'item'>>) => void;
  /** Sets the item and its own packaging. */
  pick: (item: Item | undefined) => void;
  /** Returns the finished line and empties the panel; `null` for an invalid line. */
  take: () => LineDraft | null;
}

export function useNewLine(): NewLine {
  const [fields, setFields] = useState(EMPTY);
  const [error, setError] = useState<string | null>(null);
  const set = (part: Partial<NewLineFields>) => {
    setFields((current) => ({ ...current, ...part }));
    setError(null);
  };
  return {
    fields,
    error,
    change: set,
    pick: (item) => {
      set({ item: item?._id ?? '', packaging: item ? defaultPackagingOf(item) : PACKAGING_DEFAULT });
    },
    take: () => {
      const line = { item: fields.item, quantity: parseQuantity(fields.quantity), packaging: fields.packaging };
      const wrong = validateNewLine(line);
      if (wrong) {
        setError(wrong);
        return null;
      }
      setFields(EMPTY);
      setError(null);
      return line;
    },
  };
}
