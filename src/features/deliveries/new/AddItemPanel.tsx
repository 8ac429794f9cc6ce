import { type KeyboardEvent, type RefObject, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { Item } from '../../../contract/items';
import { NEW_LINE_QUANTITY } from '../../../domain/constants';
import type { LineDraft } from '../../../domain/deliveryRules';
import { lastLineOfEachItem } from '../../../domain/sameAsLast';
import { defaultPackagingOf } from '../../../domain/packaging';
import type { LastTaken } from '../../../state/deliveries/lastTaken';
import { Card } from '../../../ui/Card';
import { FormPart } from '../../../ui/Form';
import { SearchFieldWithCount } from '../../../ui/SearchFieldWithCount';
import { activeByName, type ItemOptions, itemOptions } from '../itemOptions';
import styles from './AddItemPanel.module.css';
import { ItemRows } from './ItemRows';
import { NewLineFields } from './NewLineFields';
import { withLastDelivery, type PadLine, afterTap } from './padLines';
import { SameAsLast } from './SameAsLast';
import type { NewLine } from './useNewLine';

/** With more items than this there is a search above them. */
const SEARCH_ABOVE_ITEMS = 12;

/** More rows than fit below the search on a screen. */
const FIRST_ROWS = 12;
const NO_OPTIONS: ItemOptions = { last: [], others: [] };

interface AddItemPanelProps {
  items: readonly Item[];
  itemsById: ReadonlyMap<string, Item>;
  locationId: string;
  lastTaken: LastTaken;
  lines: readonly PadLine[];
  sending: boolean;
  onLines: (lines: PadLine[]) => void;
  line: NewLine;
  itemRef: RefObject<HTMLSelectElement | null>;
  /** The id of the form's error when it is about the item. */
  errorId: string | undefined;
}

/** The ways to add a line: same as last time, a tap on an item, or item, packaging and quantity (spec §2). */
export function AddItemPanel(props: AddItemPanelProps) {
  const { items, itemsById, locationId, lastTaken, lines, sending, onLines, line, itemRef, errorId } = props;
  const { taken, last } = lastTaken;
  const { search } = line.fields;
  const quantityRef = useRef<HTMLInputElement>(null);
  const lastLines = useMemo(() => lastLineOfEachItem(taken, last), [taken, last]);
  const sorted = useMemo(() => activeByName(items), [items]);
  const optionsFor = useCallback(
    (text: string) => itemOptions(sorted, [...lastLines.keys()], text),
    [sorted, lastLines],
  );
  // The typed text is shown at once. The rows and the select follow with low priority.
  const searched = useDeferredValue(search);
  const all = useMemo(() => optionsFor(searched), [optionsFor, searched]);
  // The first frame renders only the visible rows: a thousand options would delay it.
  const isFirstFrame = useDeferredValue(false, true);
  const options = isFirstFrame ? NO_OPTIONS : all;
  const found = useMemo(() => [...all.last, ...all.others], [all]);
  const firstLineOf = (item: Item): LineDraft =>
    lastLines.get(item._id) ?? {
      item: item._id,
      quantity: NEW_LINE_QUANTITY,
      packaging: defaultPackagingOf(item),
    };
  const pickFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { last: before, others } = optionsFor(search);
    const first = before[0] ?? others[0];
    line.pick(first);
    (first ? quantityRef : itemRef).current?.focus();
  };
  return (
    <Card title="Add item" className={styles.panel}>
      <FormPart sending={sending}>
        <SameAsLast
          locationId={locationId}
          lastTaken={lastTaken}
          itemsById={itemsById}
          onFill={(filled) => onLines(withLastDelivery(lines, filled))}
        />
        {items.length > SEARCH_ABOVE_ITEMS ? (
          <SearchFieldWithCount
            label="Find by name or SKU"
            value={search}
            found={found.length}
            onChange={(event) => line.change({ search: event.target.value })}
            onKeyDown={pickFirst}
          />
        ) : null}
        <ItemRows
          items={isFirstFrame ? found.slice(0, FIRST_ROWS) : found}
          search={searched}
          firstLineOf={firstLineOf}
          lines={lines}
          onTap={(item) => onLines(afterTap(lines, firstLineOf(item)))}
        />
      </FormPart>
      <NewLineFields
        items={items}
        options={options}
        line={line}
        sending={sending}
        onAdd={(added) => onLines([...lines, added])}
        itemRef={itemRef}
        quantityRef={quantityRef}
        errorId={errorId}
      />
    </Card>
  );
}
