import { memo, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Item } from '../../../contract/items';
import type { LineDraft } from '../../../domain/deliveryRules';
import { unitPrice } from '../../../domain/pricing';
import { Money } from '../../../ui/Money';
import { ShowMore, useShownRows } from '../../../ui/ShowMore';
import { VisuallyHidden } from '../../../ui/VisuallyHidden';
import styles from './ItemRows.module.css';
import { type PadLine, quantityText } from './padLines';

interface ItemRowProps {
  item: Item;
  packaging: string;
  /** What of it stands in the lines; empty when nothing does. */
  added: string;
  onTap: (item: Item) => void;
}

const ItemRow = memo(function ItemRow({ item, packaging, added, onTap }: ItemRowProps) {
  const nameId = useId();
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-labelledby={nameId}
        aria-describedby={`${nameId}-facts`}
        onClick={({ currentTarget }) => {
          const { top } = currentTarget.getBoundingClientRect();
          flushSync(() => onTap(item));
          // The new line above pushes the rows down: the row stays under the thumb for the next tap.
          window.scrollBy({ top: currentTarget.getBoundingClientRect().top - top, behavior: 'instant' });
        }}
      >
        <span id={nameId} className={styles.name}>
          {item.name}
        </span>
        <span id={`${nameId}-facts`} className={styles.facts}>
          {item.sku ? `${item.sku} · ` : ''}
          {packaging} · <Money amount={unitPrice(item, packaging)} />
        </span>
        {added ? (
          <span className={styles.added}>
            {added}
            <VisuallyHidden> added</VisuallyHidden>
          </span>
        ) : null}
      </button>
    </li>
  );
});

interface ItemRowsProps {
  items: readonly Item[];
  /** What the items were found by. */
  search: string;
  /** How an item comes into the lines: as it was taken last, else one of its own packaging. */
  firstLineOf: (item: Item) => LineDraft;
  lines: readonly PadLine[];
  onTap: (item: Item) => void;
}

/** The items to tap: a tap adds one, another tap raises it. */
export function ItemRows({ items, search, firstLineOf, lines, onTap }: ItemRowsProps) {
  const { shown, left, showMore } = useShownRows(items, search);
  // The rows stay as they are while what a tap does changes with every line.
  const latest = useRef(onTap);
  useLayoutEffect(() => {
    latest.current = onTap;
  }, [onTap]);
  const tap = useCallback((item: Item) => latest.current(item), []);
  const added = new Map(lines.map((line) => [line.item, quantityText(line)]));
  return (
    <>
      <ul aria-label="Items" className={styles.rows}>
        {shown.map((item) => (
          <ItemRow
            key={item._id}
            item={item}
            packaging={firstLineOf(item).packaging}
            added={added.get(item._id) ?? ''}
            onTap={tap}
          />
        ))}
      </ul>
      <ShowMore what="items" left={left} onPress={showMore} />
    </>
  );
}
