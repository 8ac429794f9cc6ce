import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import type { Item } from '../../../contract/items';
import type { LineDraft } from '../../../domain/deliveryRules';
import { isEach, PACKAGINGS } from '../../../domain/packaging';
import { lineTotal, unitPrice } from '../../../domain/pricing';
import { parseQuantity } from '../../../domain/typedQuantity';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { QuantityField } from '../../../ui/QuantityField';
import { SelectField } from '../../../ui/SelectField';
import type { ItemOptions } from '../itemOptions';
import { ItemSelect } from '../ItemSelect';
import styles from './AddItemPanel.module.css';
import type { NewLine } from './useNewLine';

interface NewLineFieldsProps {
  items: readonly Item[];
  options: ItemOptions;
  line: NewLine;
  /** A delivery that is being sent takes no line. */
  sending: boolean;
  onAdd: (line: LineDraft) => void;
  itemRef: RefObject<HTMLSelectElement | null>;
  quantityRef: RefObject<HTMLInputElement | null>;
  /** The id of the form's error when it is about the item. */
  errorId: string | undefined;
}

/**
 * Item, packaging and quantity of one line. Enter adds it and focuses the item again (spec §2, §5). Only the button is
 * disabled while the delivery is sent: in a disabled fieldset the browser styles each of a thousand options again.
 */
export function NewLineFields({
  items,
  options,
  line,
  sending,
  onAdd,
  itemRef,
  quantityRef,
  errorId,
}: NewLineFieldsProps) {
  const { item: itemId, packaging, quantity } = line.fields;
  const item = items.find(({ _id }) => _id === itemId);
  const isFound = item && [...options.last, ...options.others].includes(item);
  const price = item ? unitPrice(item, packaging) : 0;
  const amount = parseQuantity(quantity);
  const endRef = useRef<HTMLDivElement>(null);
  // Scrolls the quantity and the button into view together with the item.
  useEffect(() => {
    if (itemId) endRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [itemId]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = line.take();
    if (added) onAdd(added);
    if (added || !itemId) itemRef.current?.focus();
    else quantityRef.current?.focus();
  };
  return (
    <form className={styles.fields} noValidate onSubmit={add}>
      <div className={styles.item}>
        <ItemSelect
          ref={itemRef}
          options={item && !isFound ? { ...options, chosen: item } : options}
          value={item ? itemId : ''}
          onChange={(id) => line.pick(items.find(({ _id }) => _id === id))}
          error={itemId ? null : line.error}
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
        error={itemId ? line.error : null}
      />
      <div ref={endRef} className={styles.end}>
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
        <Button type="submit" disabled={sending}>
          Add item
        </Button>
      </div>
    </form>
  );
}
