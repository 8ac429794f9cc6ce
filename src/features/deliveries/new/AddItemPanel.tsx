import { type FormEvent, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { Item } from '../../../contract/items';
import type { LineDraft } from '../../../domain/deliveryRules';
import { messages } from '../../../domain/messages';
import { isEach, PACKAGINGS } from '../../../domain/packaging';
import { lineTotal, unitPrice } from '../../../domain/pricing';
import { parseQuantity } from '../../../domain/quantity';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { Money } from '../../../ui/Money';
import { QuantityField } from '../../../ui/QuantityField';
import { SearchField } from '../../../ui/SearchField';
import { SelectField } from '../../../ui/SelectField';
import styles from './AddItemPanel.module.css';
import { itemChoices } from '../itemChoices';
import { ItemSelect } from '../ItemSelect';
import type { NewLine } from './useNewLine';

/** With more items than this a search stands above the select. */
const SEARCH_ABOVE_ITEMS = 12;
const QUANTITY_ERRORS: readonly (string | null)[] = [messages.invalidQuantity, messages.wholeQuantity];

interface AddItemPanelProps {
  items: readonly Item[];
  lastTaken: readonly string[];
  line: NewLine;
  onAdd: (line: LineDraft) => void;
  itemRef: RefObject<HTMLSelectElement | null>;
  /** The id of the form's error when it is about the item. */
  errorId: string | undefined;
}

/** Puts one line together; Enter adds it and brings the focus back to the item. */
export function AddItemPanel({ items, lastTaken, line, onAdd, itemRef, errorId }: AddItemPanelProps) {
  const { search, item: itemId, packaging, quantity } = line.fields;
  const quantityRef = useRef<HTMLInputElement>(null);
  const choices = useMemo(() => itemChoices(items, lastTaken, search), [items, lastTaken, search]);
  const found = [...choices.last, ...choices.others];
  const item = items.find(({ _id }) => _id === itemId);
  const price = item ? unitPrice(item, packaging) : 0;
  const amount = parseQuantity(quantity);
  const quantityFailed = QUANTITY_ERRORS.includes(line.error);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const taken = line.take();
    if (taken) onAdd(taken);
    if (taken || !itemId) itemRef.current?.focus();
    else quantityRef.current?.focus();
  };
  const pickFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    line.pick(found[0]);
    (found[0] ? quantityRef : itemRef).current?.focus();
  };

  return (
    <Card title="Add item">
      <form className={styles.panel} noValidate onSubmit={add}>
        {items.length > SEARCH_ABOVE_ITEMS ? (
          <div className={styles.search}>
            <SearchField
              label="Find by name or SKU"
              value={search}
              onChange={(event) => line.change({ search: event.target.value })}
              onKeyDown={pickFirst}
            />
            <p role="status" className={styles.found}>
              {search.trim() ? `${found.length} found` : ''}
            </p>
          </div>
        ) : null}
        <div className={styles.item}>
          <ItemSelect
            ref={itemRef}
            choices={item && !found.includes(item) ? { ...choices, chosen: item } : choices}
            value={item ? itemId : ''}
            onChange={(id) => line.pick(found.find(({ _id }) => _id === id))}
            error={quantityFailed ? null : line.error}
            errorId={errorId}
          />
        </div>
        <SelectField
          label="Packaging"
          value={packaging}
          onChange={(event) =>
            line.change({ packaging: PACKAGINGS.find((known) => known === event.target.value) ?? packaging })
          }
        >
          {PACKAGINGS.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </SelectField>
        <QuantityField
          label="Quantity"
          ref={quantityRef}
          value={quantity}
          whole={isEach(packaging)}
          onChange={(text) => line.change({ quantity: text })}
          error={quantityFailed ? line.error : null}
        />
        <div className={styles.end}>
          <p className={styles.price}>
            {item ? (
              <>
                <Money amount={price} /> {packaging}
                {Number.isNaN(amount) ? null : (
                  <>
                    {' · '}
                    <Money amount={lineTotal(amount, price)} />
                  </>
                )}
              </>
            ) : null}
          </p>
          <Button type="submit">Add item</Button>
        </div>
      </form>
    </Card>
  );
}
