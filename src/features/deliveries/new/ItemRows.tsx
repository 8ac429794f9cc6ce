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
  /** The quantity of the item in the lines; empty for none. */
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
        aria-describedby={`${nameId}-facts ${nameId}-added`}
        onClick={({ currentTarget }) => {
          const { top } = currentTarget.getBoundingClientRect();
          flushSync(() => onTap(item));
          // The new line above moves the rows down. Scrolling by the same distance keeps the row under the thumb for
          // the next tap.
          window.scrollBy({ top: currentTarget.getBoundingClientRect().top - top, behavior: 'instant' });
        }}
      >
        <span id={nameId} className={styles.name} dir="auto">
          {item.name}
        </span>
        <span id={`${nameId}-facts`} className={styles.facts}>
          {item.sku ? `${item.sku} · ` : ''}
          {packaging} · <Money amount={unitPrice(item, packaging)} />
        </span>
        {added ? (
          <span id={`${nameId}-added`} className={styles.added}>
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
  /** The search text that matched the items. */
  search: string;
  /** The first line of an item: as in its last delivery, else one of its own packaging. */
  firstLineOf: (item: Item) => LineDraft;
  lines: readonly PadLine[];
  onTap: (item: Item) => void;
}

/** The items to tap: the first tap adds a line, each further tap increases its quantity. */
export function ItemRows({ items, search, firstLineOf, lines, onTap }: ItemRowsProps) {
  const { shown, left, showMore } = useShownRows(items, search);
  // A ref, so that the rows do not render again when the handler changes with every line.
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
